// @ts-check
/**
 * The controls of a replay: buttons, scrubber, points of view, and the keys ← and →.
 *
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../../wire/messages.js").Family} Family
 * @typedef {import("./replay.js").Eyes} Eyes
 * @typedef {(shown: Snapshot, side: Family | null, follows: boolean) => void | Promise<void>} Show
 *   `side`: whose palace is below, null: as it was; `follows`: one turn after what was shown before;
 *   what it returns is waited for before the next turn is played back
 */
import { button, el, icon } from "../../site/dom.js";
import { n, t } from "../../site/i18n.js";
import { Replay } from "./replay.js";

const PAUSE = 450; // milliseconds between two turns that are played back

export class ReplayControls {
  /** @type {Eyes} */ eyes = "truth";
  scrubber = el("input");
  count = el("span");
  player = el("button");
  /** How often playing back was begun or stopped: only the last one goes on. */ #plays = 0;
  #playing = false;

  /** @param {Snapshot} snapshot of a game that is over @param {Show} show */
  constructor(snapshot, show) {
    this.show = show;
    this.replay = new Replay(snapshot);
    this.ply = this.replay.length;
    this.element = this.#panel();
    this.#tell();
    document.addEventListener("language", () => {
      this.pause();
      const before = this.element;
      this.element = this.#panel();
      before.replaceWith(this.element);
      this.#tell();
    });
  }

  #panel() {
    this.scrubber = el("input", {
      type: "range", min: 0, max: this.replay.length, value: this.ply, "aria-label": t("Turn"),
      input: () => { this.pause(); this.go(Number(this.scrubber.value)); },
    });
    this.count = el("span", { class: "figures replay-count" });
    this.player = button("play", t("Play back"), () => void this.#play(), { class: "square quiet" });
    const eyes = el("div", { class: "choices eyes", role: "radiogroup", "aria-label": t("Point of view") });
    for (const [value, text] of /** @type {[Eyes, string][]} */ ([["truth", t("All masks")], ["white", t("White")], ["red", t("Red")]])) {
      eyes.append(
        el("label", {}, el("input", { type: "radio", name: "eyes", value, checked: value === this.eyes, change: () => this.#look(value) }), text),
      );
    }
    const step = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => number} */ to) =>
      button(sign, text, () => { this.pause(); this.go(to()); }, { class: "square quiet" });
    return el(
      "div",
      { class: "replay" },
      el(
        "div",
        { class: "replay-buttons" },
        step("first", t("To the start"), () => 0),
        step("back", t("One turn back"), () => this.ply - 1),
        this.player,
        step("on", t("One turn forward"), () => this.ply + 1),
        step("last", t("To the end"), () => this.replay.length),
        this.count,
      ),
      this.scrubber,
      eyes,
    );
  }

  /**
   * ← and → step through the game wherever the keyboard is, on the mat too (there Shift with an arrow
   * still goes from cell to cell); only what is written or chosen with these keys keeps them.
   */
  takeKeys() {
    document.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const at = /** @type {Element} */ (event.target);
      if (at.matches("input:not([type=range]), textarea, select") || at.closest("dialog")) return;
      event.preventDefault();
      event.stopPropagation();
      this.pause();
      this.go(this.ply + step);
    }, { capture: true });
  }

  /** @param {number} ply */
  go(ply) {
    const to = Math.max(0, Math.min(this.replay.length, ply));
    const follows = to === this.ply + 1;
    this.ply = to;
    this.#tell();
    return this.show(this.replay.at(to, this.eyes), this.eyes === "truth" ? null : this.eyes, follows);
  }

  #tell() {
    this.scrubber.value = String(this.ply);
    this.count.textContent = `${this.ply} / ${this.replay.length}`;
    this.scrubber.setAttribute("aria-valuetext", n("after {n} turn", "after {n} turns", this.ply));
  }

  /** @param {Eyes} eyes */
  #look(eyes) {
    this.eyes = eyes;
    this.go(this.ply);
  }

  async #play() {
    if (this.#playing) return this.pause();
    if (this.ply === this.replay.length) this.go(0);
    this.#playing = true;
    this.player.replaceChildren(icon("pause"), el("span", {}, t("Pause")));
    const run = ++this.#plays;
    while (this.ply < this.replay.length) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (run !== this.#plays) return;
      await this.go(this.ply + 1);
      if (run !== this.#plays) return;
    }
    this.pause();
  }

  pause() {
    this.#plays++;
    this.#playing = false;
    this.player.replaceChildren(icon("play"), el("span", {}, t("Play back")));
  }
}

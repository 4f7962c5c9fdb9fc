// @ts-check
/**
 * The end as a scene: who won and why, the replay with its scrubber, the record, another game.
 *
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../../wire/messages.js").Family} Family
 * @typedef {import("./replay.js").Eyes} Eyes
 */
import { button, el, icon } from "../../site/dom.js";
import { n, t } from "../../site/i18n.js";
import { endSentence, endTitle } from "./reasons.js";
import { Replay } from "./replay.js";

const STEP = 1100;

export class Ending {
  /** @type {Eyes} */ eyes = "truth";
  /** @type {ReturnType<typeof setInterval> | undefined} */ #timer;

  /**
   * @param {Snapshot} snapshot
   * @param {Family[]} seats own
   * @param {{show: (snapshot: Snapshot, side: Family | null) => void, rematch: () => void, record: string}} means
   */
  constructor(snapshot, seats, means) {
    this.snapshot = snapshot;
    this.seats = seats;
    this.means = means;
    this.replay = new Replay(snapshot);
    this.ply = this.replay.length;
    this.scrubber = el("input", {
      type: "range", min: 0, max: this.replay.length, value: this.ply, "aria-label": t("Turn"),
      input: () => { this.#pause(); this.go(Number(this.scrubber.value)); },
    });
    this.count = el("span", { class: "figures replay-count" });
    this.player = button("play", t("Play back"), () => this.#play(), { class: "square quiet" });
    this.wishes = el("div", { class: "end-buttons" });
    this.element = this.#panel();
    this.update(snapshot);
    this.#tell();
  }

  #panel() {
    const eyes = el("div", { class: "choices eyes", role: "radiogroup", "aria-label": t("Point of view") });
    for (const [value, text] of /** @type {[Eyes, string][]} */ ([["truth", t("All masks")], ["white", t("White")], ["red", t("Red")]])) {
      eyes.append(
        el("label", {}, el("input", { type: "radio", name: "eyes", value, checked: value === this.eyes, change: () => this.#look(value) }), text),
      );
    }
    const step = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {() => number} */ to) =>
      button(sign, text, () => { this.#pause(); this.go(to()); }, { class: "square quiet" });
    return el(
      "div",
      { class: "ending" },
      el("h2", { class: "end-title" }, endTitle(this.snapshot, this.seats)),
      el("p", { class: "end-reason" }, endSentence(this.snapshot)),
      el(
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
      ),
      this.wishes,
      el("p", { class: "soft small seals" }, t("All masks were sealed before the first turn. The downloaded game contains the proof, and volto verify checks it.")),
    );
  }

  /** Who wishes another game. @param {Snapshot} snapshot */
  update(snapshot) {
    this.snapshot = snapshot;
    const wish = snapshot.rematch_wish;
    const rows = [];
    if (this.seats.length && wish && !snapshot.next_table) {
      rows.push(el("p", {}, this.seats.includes(wish) ? t("You have asked for a rematch.") : t("Your opponent would like a rematch.")));
    }
    if (snapshot.next_table) {
      rows.push(el("a", { class: "button primary", href: snapshot.next_table, id: "rematch" }, icon("again"), el("span", {}, t("Rematch"))));
    } else if (this.seats.length && !(wish && this.seats.includes(wish))) {
      rows.push(button("again", t("Rematch"), () => this.means.rematch(), { class: "primary with-text", id: "rematch", title: t("Play again with seats swapped") }));
    }
    rows.push(
      el("a", { class: "button", href: this.means.record, download: true, id: "record" }, icon("save"), el("span", {}, t("Download game"))),
      el("a", { class: "button", href: "/" }, el("span", {}, t("New game"))),
    );
    this.wishes.replaceChildren(...rows);
  }

  /** @param {number} ply */
  go(ply) {
    this.ply = Math.max(0, Math.min(this.replay.length, ply));
    this.means.show(this.replay.at(this.ply, this.eyes), this.eyes === "truth" ? null : this.eyes);
    this.#tell();
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

  #play() {
    if (this.#timer) return this.#pause();
    if (this.ply === this.replay.length) this.go(0);
    this.player.replaceChildren(icon("pause"), el("span", {}, t("Pause")));
    this.#timer = setInterval(() => {
      this.go(this.ply + 1);
      if (this.ply === this.replay.length) this.#pause();
    }, STEP);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.player.replaceChildren(icon("play"), el("span", {}, t("Play back")));
  }
}

// @ts-check
/**
 * After the end: a card over the mat that tells who won and how, with what can be done next; and the
 * replay beside it.
 *
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../../wire/messages.js").Family} Family
 */
import { button, el, icon, refill } from "../../site/dom.js";
import { t } from "../../site/i18n.js";
import { FAMILIES } from "../../wire/messages.js";
import { portraitOf } from "../people.js";
import { ReplayControls } from "./controls.js";
import { endClause, endSentence, endTitle } from "./reasons.js";
import { shareButton } from "./share.js";

export class Ending {
  /**
   * @param {Snapshot} snapshot
   * @param {Family[]} seats own
   * @param {import("./share.js").Means & {show: import("./controls.js").Show, rematch: () => void, lastWords: () => string | null, record: string}} means
   */
  constructor(snapshot, seats, means) {
    this.snapshot = snapshot;
    this.seats = seats;
    this.means = means;
    this.controls = new ReplayControls(snapshot, (...shown) => {
      this.card.hidden = true;
      return means.show(...shown);
    });
    this.controls.takeKeys();
    const below = snapshot.end?.winner === (seats[0] ?? "white"); // where the palace shines
    this.title = el("h2", { class: "end-title", id: "end-title", tabindex: -1 });
    this.reason = el("p", { class: "end-reason" });
    this.buttons = el("div", { class: "end-buttons" });
    this.card = el("section", {
      class: `end-card card${below ? " high" : ""}`, "aria-labelledby": "end-title",
      keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.close(),
    });
    this.element = el("div", { class: "ending" });
    this.speak();
    this.update(snapshot);
  }

  /** All that it says; `update` says who wishes another game. */
  speak() {
    const title = endTitle(this.snapshot, this.seats);
    const { clause, text } = endClause(this.snapshot);
    this.title.textContent = title;
    this.reason.textContent = endSentence(this.snapshot);
    void this.#tell();
    this.card.replaceChildren(
      button("close", t("Look at the mat"), () => this.close(), { class: "quiet square end-close" }),
      this.#rival(),
      this.title,
      this.reason,
      clause ? el("details", { class: "end-why" }, el("summary", {}, t("Why?")), el("a", { href: `/rules#${clause}`, target: "_blank", rel: "noopener" }, text)) : "",
      this.buttons,
    );
    this.element.replaceChildren(
      el("p", { class: "end-result" }, el("b", {}, title), button("star", t("Result"), () => this.open(), { class: "quiet with-text", id: "result" })),
      this.controls.element,
      el("p", { class: "soft small seals" }, t("All masks were sealed before the first turn. The downloaded game contains the proof, and volto verify checks it.")),
    );
  }

  /** The face of the house, and its last words; nothing, if two people played. */
  #rival() {
    const said = this.means.lastWords();
    const faces = FAMILIES.map((family) => portraitOf(this.snapshot.people[family]));
    return said ? el("figure", { class: "end-rival" }, ...faces, el("figcaption", {}, el("q", {}, said))) : "";
  }

  /** The story of the game, which the house words, says it better. */
  async #tell() {
    try {
      const answer = await fetch(`/api/tables/${this.snapshot.table}/story`);
      if (!answer.ok) return;
      this.reason.textContent = (await answer.json()).text;
      this.reason.classList.add("told");
    } catch (error) {
      console.warn(error);
    }
  }

  /** The card, with the keyboard on it. */
  open() {
    this.card.hidden = false;
    this.title.focus({ preventScroll: true });
  }

  /** The mat, with the keyboard on the replay. */
  close() {
    this.card.hidden = true;
    this.controls.scrubber.focus({ preventScroll: true });
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
    const share = shareButton(snapshot, this.seats, this.means);
    if (share) rows.push(share);
    rows.push(
      button("moves", t("Review"), () => this.close(), { class: "with-text", id: "review", title: t("Go through the game turn by turn") }),
      el("a", { class: "button", href: this.means.record, download: true, id: "record" }, icon("save"), el("span", {}, t("Download game"))),
      el("a", { class: "button", href: "/" }, el("span", {}, t("New game"))),
    );
    refill(this.buttons, rows, this.title);
  }
}

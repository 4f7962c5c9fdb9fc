// @ts-check
/**
 * The end as a scene: who won and why, the replay with its scrubber, the record, another game.
 *
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../../wire/messages.js").Family} Family
 */
import { button, el, icon } from "../../site/dom.js";
import { t } from "../../site/i18n.js";
import { ReplayControls } from "./controls.js";
import { endSentence, endTitle } from "./reasons.js";
import { shareButton } from "./share.js";

export class Ending {
  /**
   * @param {Snapshot} snapshot
   * @param {Family[]} seats own
   * @param {{show: import("./controls.js").Show, rematch: () => void, record: string} & import("./share.js").Means} means
   */
  constructor(snapshot, seats, means) {
    this.snapshot = snapshot;
    this.seats = seats;
    this.means = means;
    this.controls = new ReplayControls(snapshot, means.show);
    this.controls.takeKeys();
    this.wishes = el("div", { class: "end-buttons" });
    this.element = el("div", { class: "ending" });
    this.speak();
    this.update(snapshot);
  }

  /** All that it says; `update` says who wishes another game. */
  speak() {
    this.element.replaceChildren(
      el("h2", { class: "end-title" }, endTitle(this.snapshot, this.seats)),
      el("p", { class: "end-reason" }, endSentence(this.snapshot)),
      this.controls.element,
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
    const share = shareButton(snapshot, this.seats, this.means);
    if (share) rows.push(share);
    rows.push(
      el("a", { class: "button", href: this.means.record, download: true, id: "record" }, icon("save"), el("span", {}, t("Download game"))),
      el("a", { class: "button", href: "/" }, el("span", {}, t("New game"))),
    );
    this.wishes.replaceChildren(...rows);
  }

  /** @param {number} ply */
  go(ply) {
    void this.controls.go(ply);
  }
}

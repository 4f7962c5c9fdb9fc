// @ts-check
/**
 * How this game is won, in reach while it is played: three ways, and the Ladies' trap. For every
 * reader alike: it speaks of nobody's masks.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 */
import { signPicture } from "../board/art.js";
import { art, el } from "../site/dom.js";
import { t } from "../site/i18n.js";

/** Three ways to win, by this table's rule of the Ladies. @param {Snapshot} snapshot */
export function waysToWin({ ladies }) {
  return [
    t("Capture the rival Candidate."),
    t("End a turn with the Candidate in the rival palace."),
    ladies === "owner" ? t("Lose both Ladies: they are bait.") : t("Capture both rival Ladies (this table's variant)."),
  ];
}

/** @param {Snapshot} snapshot */
export function goalsList(snapshot) {
  return el(
    "div",
    {},
    el("ol", { class: "goals-ways" }, ...waysToWin(snapshot).map((text) => el("li", {}, text))),
    el(
      "p",
      { class: "goals-trap" },
      art(signPicture("L")),
      el("span", {}, t("A captured Lady takes her captor with her. If that is the Candidate, the Lady's family wins.")),
    ),
  );
}

/** The card that stands where there is room. @param {Snapshot} snapshot */
export function goalsCard(snapshot) {
  return el("div", { class: "goals" }, el("h2", {}, t("How to win")), goalsList(snapshot));
}

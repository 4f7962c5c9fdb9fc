// @ts-check
/**
 * What was agreed for this game: who begins, the Lady rule, the deduction aid.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 */
import { t } from "../site/i18n.js";

/** @param {Snapshot} snapshot @param {Family[]} seats own */
export function terms(snapshot, seats) {
  const begun = snapshot.phase === "playing" || snapshot.phase === "over";
  return [...(begun ? [] : [whoBegins(snapshot, seats)]), ladyRule(snapshot), aid(snapshot)];
}

/** @param {Snapshot} snapshot @param {Family[]} seats own */
function whoBegins({ first }, seats) {
  if (seats.length === 1) return first === seats[0] ? t("You begin.") : t("Your opponent begins.");
  return first === "white" ? t("White begins.") : t("Red begins.");
}

/** @param {Snapshot} snapshot */
export function ladyRule({ ladies }) {
  return ladies === "owner"
    ? t("A family that loses both Ladies wins (R-14).")
    : t("Variant: a family that loses both Ladies loses the game (R-14).");
}

/** @param {Snapshot} snapshot */
function aid(snapshot) {
  return {
    off: t("No deduction aid."),
    notes: t("Deduction aid: your own notes."),
    logic: t("Deduction aid: logic."),
    chances: t("Deduction aid: chances."),
  }[snapshot.aid];
}

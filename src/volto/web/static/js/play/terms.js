// @ts-check
/**
 * What was agreed for this game: who begins, the Lady rule, the deduction aid.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Sight} Sight
 */
import { t } from "../site/i18n.js";

/** @param {Sight} sight @param {Family[]} seats own */
export function terms(sight, seats) {
  const begun = sight.phase === "playing" || sight.phase === "over";
  return [...(begun ? [] : [whoBegins(sight, seats)]), ladyRule(sight), aid(sight)];
}

/** @param {Sight} sight @param {Family[]} seats own */
function whoBegins({ first }, seats) {
  if (seats.length === 1) return first === seats[0] ? t("You begin.") : t("Your opponent begins.");
  return first === "white" ? t("White begins.") : t("Red begins.");
}

/** @param {Sight} sight */
export function ladyRule({ ladies }) {
  return ladies === "owner"
    ? t("A family that loses both Ladies wins (R-14).")
    : t("Variant: a family that loses both Ladies loses the game (R-14).");
}

/** @param {Sight} sight */
function aid(sight) {
  return {
    off: t("No deduction aid."),
    notes: t("Deduction aid: your own notes."),
    logic: t("Deduction aid: logic."),
    chances: t("Deduction aid: chances."),
  }[sight.aid];
}

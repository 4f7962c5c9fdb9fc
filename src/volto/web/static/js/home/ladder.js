// @ts-check
/** The ladder of rivals: those that were beaten wear a seal. */
import { beaten } from "../site/beaten.js";

/** @param {HTMLElement} ladder */
export function sealBeaten(ladder) {
  for (const level of beaten()) {
    const seal = ladder.querySelector(`[value="${level}"] ~ .rung .seal`);
    if (seal instanceof HTMLElement) seal.hidden = false;
  }
}

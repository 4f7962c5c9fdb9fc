// @ts-check
/** The lessons that were solved in this browser. */
import { keep, kept } from "./storage.js";

const LEARNED = "volto.learned";

/** @returns {string[]} */
export function learned() {
  const known = kept(LEARNED);
  return Array.isArray(known) ? known.filter((key) => typeof key === "string") : [];
}

/** @param {string} key */
export function rememberLearned(key) {
  keep(LEARNED, [...new Set([...learned(), key])]);
}

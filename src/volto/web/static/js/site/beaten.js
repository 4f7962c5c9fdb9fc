// @ts-check
/** The rivals that this browser's player has beaten. */
import { keep, kept } from "./storage.js";

const BEATEN = "volto.beaten";

/** Their levels, lowest first. @returns {number[]} */
export function beaten() {
  const all = kept(BEATEN);
  return (Array.isArray(all) ? all : []).filter((level) => Number.isInteger(level)).sort((one, other) => one - other);
}

/** @param {number} level */
export function rememberBeaten(level) {
  keep(BEATEN, [...new Set([...beaten(), level])]);
}

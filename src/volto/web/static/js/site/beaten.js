// @ts-check
/** The rivals that this browser's player has beaten. */
import { rivalOf } from "../wire/messages.js";
import { keep, kept } from "./storage.js";

const BEATEN = "volto.beaten";

/** Their levels, lowest first. @returns {number[]} */
export function beaten() {
  const all = kept(BEATEN);
  return (Array.isArray(all) ? all : []).filter((level) => Number.isInteger(level)).sort((one, other) => one - other);
}

/**
 * A game that is over: if it was won against a rival of the house, that is remembered.
 * @param {import("../wire/messages.js").Snapshot} snapshot
 * @param {import("../wire/messages.js").Family[]} seats own
 */
export function rememberBeaten({ end, people }, seats) {
  if (!end?.winner || seats.length !== 1 || end.winner !== seats[0]) return;
  const { level } = people[rivalOf(end.winner)];
  if (level) keep(BEATEN, [...new Set([...beaten(), level])]);
}

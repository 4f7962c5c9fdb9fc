// @ts-check
/**
 * Pips: the roles that a rival mask can still have, as small signs on the mask.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("./art.js").Role} Role
 * @typedef {{role: Role, weight: number}} Pip how likely, next to the likeliest role of the same mask
 */
import { countLeft, rivalOf, ROLES } from "../wire/messages.js";
import { sign } from "./art.js";

/** What the seat's deduction aid tells of each mask; a mask that can be anyone who is still to be found has none. @param {Snapshot} snapshot */
export function pipsOf(snapshot) {
  /** @type {Map<number, Pip[]>} */
  const found = new Map();
  if (!snapshot.seat) return found;
  const rival = rivalOf(snapshot.seat);
  const known = (/** @type {Role} */ role) => snapshot.guesses.filter((one) => one.roles === role).length;
  const open = ROLES.filter((role) => countLeft(snapshot, rival, role) > known(role));
  for (const { mask, roles, chances } of snapshot.guesses) {
    if (roles.length > 1 && open.every((role) => roles.includes(role))) continue;
    const likeliest = Math.max(...Object.values(chances ?? {}));
    const weight = (/** @type {Role} */ role) => (chances ? (chances[role] ?? 0) / likeliest : 1);
    found.set(mask, ROLES.filter((role) => roles.includes(role)).map((role) => ({ role, weight: weight(role) })));
  }
  return found;
}

/** @param {Pip[]} pips */
export function pipsPicture(pips) {
  const signs = pips.map(({ role, weight }, i) => {
    const [size, seen] = [0.8 + 0.2 * weight, 0.5 + 0.5 * weight].map((number) => number.toFixed(2));
    return `<g transform="translate(${i * 22 + 11} 11) scale(${size})" opacity="${seen}">${sign(role)}</g>`;
  });
  return `<svg viewBox="0 0 ${pips.length * 22} 22" focusable="false">${signs.join("")}</svg>`;
}

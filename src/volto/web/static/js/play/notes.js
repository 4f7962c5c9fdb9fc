// @ts-check
/**
 * Pencil notes on rival masks: this player's own thoughts, kept in this browser only.
 *
 * @typedef {import("../board/art.js").Role} Role
 * @typedef {import("../wire/messages.js").Family} Family
 */
import { keep, kept } from "../site/storage.js";
import { ROLES } from "../wire/messages.js";

export class Notes {
  /** @param {string} table @param {Family} seat */
  constructor(table, seat) {
    this.name = `volto.notes.${table}.${seat}`;
    const found = kept(this.name);
    /** @type {Map<number, string>} */
    this.marks = new Map();
    if (typeof found !== "object" || found === null) return;
    for (const [mask, roles] of Object.entries(found)) {
      if (typeof roles === "string" && /^[NACSL]{1,5}$/.test(roles)) this.marks.set(Number(mask), roles);
    }
  }

  /** @param {number} mask */
  of(mask) {
    return this.marks.get(mask) ?? "";
  }

  /** @param {number} mask @param {Role} role */
  toggle(mask, role) {
    const before = this.of(mask);
    const after = ROLES.filter((one) => before.includes(one) !== (one === role)).join("");
    if (after) this.marks.set(mask, after);
    else this.marks.delete(mask);
    keep(this.name, Object.fromEntries(this.marks));
  }
}

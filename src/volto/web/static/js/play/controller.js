// @ts-check
/**
 * What a player does at the table: requests to the house, the mask that is looked at, the hint.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/messages.js").Hint} Hint
 * @typedef {import("../wire/socket.js").Message} Message
 * @typedef {object} Table
 * @property {Family | null} seat whose eyes the page is for now
 * @property {Snapshot | undefined} snapshot
 * @property {(request: Message) => Promise<Message>} send
 * @property {(text: string) => void} refuse say why something was not done
 * @property {() => void} render
 */
import { rivalOf } from "../wire/messages.js";
import { refusal } from "../wire/refusals.js";

export class Controller {
  /** @type {number | null} the rival mask that is looked at */ look = null;
  /** @type {Hint | null} */ hint = null;
  hinting = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Let go of what no longer holds. @param {Snapshot} snapshot */
  follow(snapshot) {
    if (this.hint?.ply !== snapshot.ply) this.hint = null;
    if (!snapshot.masks.some((mask) => mask.mask === this.look)) this.look = null;
  }

  /** @param {string} what @param {object} [more] @returns {Promise<Message | null>} */
  async ask(what, more = {}) {
    try {
      return await this.table.send({ t: what, seat: this.table.seat, ...more });
    } catch (error) {
      this.table.refuse(refusal(error));
      return null;
    }
  }

  /** @param {string} origin @param {string} target */
  move(origin, target) {
    return this.ask("move", { ply: this.table.snapshot?.ply, move: origin + target });
  }

  /** @param {number | null} mask */
  lookAt(mask) {
    const { snapshot, seat } = this.table;
    if (snapshot?.phase !== "playing" || !seat || snapshot.aid === "off") return;
    const rival = snapshot.masks.find((one) => one.mask === mask)?.family === rivalOf(seat);
    this.look = rival ? mask : null;
    this.table.render();
  }

  async askHint() {
    if (this.hinting || !this.table.seat) return;
    this.hinting = true;
    this.table.render();
    const hint = /** @type {Hint | null} */ (await this.ask("hint"));
    this.hinting = false;
    if (hint && hint.ply === this.table.snapshot?.ply) {
      this.hint = hint;
      this.look = null;
    }
    this.table.render();
  }
}

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
 * @property {(text: string, stays: boolean) => void} refuse say why something was not done, or that nobody knows yet
 * @property {() => void} render
 */
import { t } from "../site/i18n.js";
import { Refused, rivalOf } from "../wire/messages.js";
import { refusal } from "../wire/refusals.js";

export class Controller {
  /** @type {number | null} the rival mask that is looked at */ look = null;
  /** @type {number | null} the own mask that was pressed and cannot move */ blocked = null;
  /** @type {Hint | null} */ hint = null;
  hinting = false;
  /** @type {{what: string, ply?: number, move?: string} | null} what nobody knows yet whether it was done */ doubted = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Let go of what no longer holds. @param {Snapshot} snapshot */
  follow(snapshot) {
    this.blocked = null;
    if (this.hint?.ply !== snapshot.ply) this.hint = null;
    if (!snapshot.masks.some((mask) => mask.mask === this.look)) this.look = null;
  }

  /** @param {string} what @param {object} [more] @returns {Promise<Message | null>} */
  async ask(what, more = {}) {
    try {
      return await this.table.send({ t: what, seat: this.table.seat, ...more });
    } catch (error) {
      this.doubted = error instanceof Refused && error.code === "unknown" ? { what, ...more } : null;
      this.table.refuse(refusal(error), !!this.doubted);
      return null;
    }
  }

  /** @param {string} origin @param {string} target */
  move(origin, target) {
    return this.ask("move", { ply: this.table.snapshot?.ply, move: origin + target });
  }

  /** Now that the house has told how things stand: what came of the move in doubt. @param {Snapshot} snapshot @returns {string | null} null if there was none */
  settle({ turns }) {
    const doubted = this.doubted;
    this.doubted = null;
    if (doubted?.what !== "move") return doubted && "";
    const turn = turns[doubted.ply ?? -1];
    if (turn && turn.origin + turn.target === doubted.move) return t("Your move counted.");
    return t("Your move did not count. Choose again.");
  }

  lookAway() {
    this.look = null;
    this.blocked = null;
  }

  /** @param {number | null} mask */
  lookAt(mask) {
    const { snapshot, seat } = this.table;
    if (snapshot?.phase !== "playing" || !seat) return;
    const family = snapshot.masks.find((one) => one.mask === mask)?.family;
    this.blocked = family === seat ? mask : null;
    this.look = family === rivalOf(seat) && snapshot.aid !== "off" ? mask : null;
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

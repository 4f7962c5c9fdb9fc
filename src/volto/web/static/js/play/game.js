// @ts-check
/**
 * The table as this page knows it: a snapshot for each seat that the key opens, who is here, whether
 * the house is thinking, and the state of the line.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/socket.js").Line} Line
 */
import { applyChange, FAMILIES } from "../wire/messages.js";

/** Event: `change`, with {what, family, seat, fresh}: the happening's word, or "view", "here", "line", "thinking". */
export class Game extends EventTarget {
  /** @type {Map<Family | null, Snapshot>} */ snapshots = new Map();
  /** @type {Family[]} */ seats = [];
  /** @type {Record<Family, boolean>} */ here = { white: false, red: false };
  /** @type {Family | null} */ thinking = null;
  /** @type {"opening" | "open" | "lost" | "wrong"} */ line = "opening";
  /** Whether the house has something to tell to a page that has just come. */ fresh = true;

  /** @param {Line} line */
  constructor(line) {
    super();
    line.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    line.addEventListener("status", (event) => {
      this.line = /** @type {CustomEvent} */ (event).detail;
      this.#change("line");
    });
  }

  get watching() {
    return this.seats.length === 0;
  }

  /** What everyone knows is the same in every snapshot. @returns {Snapshot | undefined} */
  get any() {
    return this.snapshots.values().next().value;
  }

  /** Is this family's person connected? The house always is. @param {Family} family */
  isHere(family) {
    return this.any?.people[family].kind === "house" || this.here[family];
  }

  /** @param {import("../wire/socket.js").Message} message */
  #hear(message) {
    if (message.t === "welcome") {
      this.seats = message.seats;
      this.fresh = message.fresh;
      for (const family of FAMILIES) this.here[family] = this.seats.includes(family);
    } else if (message.t === "view") {
      const before = this.snapshots.get(message.seat);
      this.snapshots.set(message.seat, message.snapshot);
      this.#change(news(before, message.snapshot), null, message.seat);
    } else if (message.t === "happened") {
      const before = this.snapshots.get(message.seat);
      if (!before) return;
      this.thinking = null;
      this.snapshots.set(message.seat, applyChange(before, message.change));
      this.#change(message.what, message.family, message.seat);
    } else if (message.t === "here") {
      this.here[/** @type {Family} */ (message.family)] = message.here;
      this.#change("here", message.family);
    } else if (message.t === "thinking") {
      this.thinking = message.family;
      this.#change("thinking", message.family);
    }
  }

  /** @param {string} what @param {Family | null} [family] @param {Family | null} [seat] */
  #change(what, family = null, seat = null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { what, family, seat } }));
  }
}

/** What happened while the page was away, in the word for the last of it. @param {Snapshot | undefined} before @param {Snapshot} after */
function news(before, after) {
  if (!before) return "view";
  if (after.next_table && !before.next_table) return "rematch";
  if (after.ply > before.ply || (after.end && !before.end)) return "turn";
  return after.phase === before.phase ? "view" : "began";
}

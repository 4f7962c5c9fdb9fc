// @ts-check
/**
 * The table as this page tells it: a snapshot for each seat that the key opens, who is here, whether
 * the house is thinking, and the state of the line. What happens is told one after the other: a
 * snapshot is taken over when the way to it has been played.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/socket.js").Line} Line
 * @typedef {import("../wire/socket.js").Message} Message
 * @typedef {Map<Family | null, Snapshot>} Snapshots
 * @typedef {object} Stage where happenings are played
 * @property {(before: Snapshots, after: Snapshots, what: string) => Promise<void> | null} perform null if there is nothing to be seen
 * @property {(behind: number) => void} hurry
 */
import { applyChange, FAMILIES } from "../wire/messages.js";
import { Happenings } from "./happenings.js";

/** Event: `change`, with {what, family}: the happening's word, or "view", "here", "line", "thinking". */
export class Game extends EventTarget {
  /** @type {Snapshots} */ snapshots = new Map();
  /** @type {Family[]} */ seats = [];
  /** @type {Record<Family, boolean>} */ here = { white: false, red: false };
  /** @type {Family | null} */ thinking = null;
  /** @type {"opening" | "open" | "lost" | "wrong"} */ line = "opening";
  /** Whether the house has something to tell to a page that has just come. */ fresh = true;
  /** @type {Snapshots} of the seats that have heard of a happening, until all have */ #heard = new Map();
  /** @type {Happenings<Message>} */ #happenings;

  /** @param {Line} line @param {Stage} [stage] */
  constructor(line, stage = { perform: () => null, hurry: () => {} }) {
    super();
    this.stage = stage;
    this.#happenings = new Happenings((message) => this.#hear(message), (waiting) => stage.hurry(this.#behind(waiting)));
    line.addEventListener("message", (event) => this.#happenings.add(/** @type {CustomEvent} */ (event).detail));
    line.addEventListener("status", (event) => this.#happenings.add({ t: "line", status: /** @type {CustomEvent} */ (event).detail }));
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

  /** How many snapshots wait to be told. @param {Message[]} waiting */
  #behind(waiting) {
    return waiting.filter(({ t }) => t === "happened" || t === "view").length / (this.seats.length || 1);
  }

  /** @param {Message} message @returns {Promise<void> | void} */
  #hear(message) {
    if (message.t === "welcome") {
      this.seats = message.seats;
      this.fresh = message.fresh;
      this.#heard.clear();
      for (const family of FAMILIES) this.here[family] = this.seats.includes(family);
    } else if (message.t === "view") {
      const before = this.snapshots.get(message.seat);
      return this.#take(message.seat, message.snapshot, news(before, message.snapshot));
    } else if (message.t === "happened") {
      const before = this.snapshots.get(message.seat);
      if (before) return this.#take(message.seat, applyChange(before, message.change), message.what, message.family);
    } else if (message.t === "here") {
      this.here[/** @type {Family} */ (message.family)] = message.here;
      this.#change("here", message.family);
    } else if (message.t === "thinking") {
      this.thinking = message.family;
      this.#change("thinking", message.family);
    } else if (message.t === "line") {
      this.line = message.status;
      this.#change("line");
    }
  }

  /**
   * Take a snapshot over, once every seat of this page has its own and what leads there was played.
   * @param {Family | null} seat @param {Snapshot} snapshot @param {string} what @param {Family | null} [family]
   */
  #take(seat, snapshot, what, family = null) {
    this.#heard.set(seat, snapshot);
    if (this.#heard.size < this.seats.length) return;
    const after = this.#heard;
    this.#heard = new Map();
    const adopt = () => {
      this.thinking = null;
      this.snapshots = after;
      this.#change(what, family);
    };
    const played = this.snapshots.size ? this.stage.perform(this.snapshots, after, what) : null;
    if (played) return played.catch(console.error).then(adopt);
    adopt();
  }

  /** @param {string} what @param {Family | null} [family] */
  #change(what, family = null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { what, family } }));
  }
}

/** What happened while the page was away, in the word for the last of it. @param {Snapshot | undefined} before @param {Snapshot} after */
function news(before, after) {
  if (!before) return "view";
  if (after.next_table && !before.next_table) return "rematch";
  if (after.ply > before.ply || (after.end && !before.end)) return "turn";
  return after.phase === before.phase ? "view" : "began";
}

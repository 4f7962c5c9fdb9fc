// @ts-check
/**
 * A deployment on the mat while it is being arranged: ten masks that keep their identity as they are
 * swapped, so that the eye can follow them.
 *
 * @typedef {import("../../wire/messages.js").Family} Family
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../../board/art.js").Role} Role
 */
import { rivalOf } from "../../wire/messages.js";

export class Arrangement {
  /** @param {Snapshot} snapshot @param {Family} family */
  constructor(snapshot, family) {
    this.snapshot = snapshot;
    this.family = family;
    /** The cells in the order of the notation: front row, then palace row, each from column a. */
    this.cells = homeCells(snapshot, family);
    /** What stands on each of them, as an index into the roster. */
    this.order = this.cells.map((_, i) => i);
    this.roster = /** @type {Role[]} */ ([...snapshot.roster]);
  }

  /** As the notation writes it. */
  get text() {
    const roles = this.order.map((i) => this.roster[i]).join("");
    const width = this.snapshot.columns;
    return (roles.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("/");
  }

  /** Arrange the masks as a text says; false if the text does not fit. @param {string} text */
  set(text) {
    const wanted = /** @type {Role[]} */ ([...text.replaceAll("/", "").toUpperCase()]);
    if ([...wanted].sort().join("") !== [...this.roster].sort().join("")) return false;
    const before = this.order.map((i) => this.roster[i]);
    const free = new Set(this.order);
    /** @type {(number | undefined)[]} */
    const order = wanted.map((role, at) => {
      if (before[at] !== role) return undefined;
      free.delete(this.order[at]);
      return this.order[at];
    });
    this.order = order.map((index, at) => {
      const found = index ?? [...free].find((one) => this.roster[one] === wanted[at]) ?? 0;
      free.delete(found);
      return found;
    });
    return true;
  }

  shuffle() {
    for (let i = this.order.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [this.order[i], this.order[j]] = [this.order[j], this.order[i]];
    }
  }

  mirror() {
    const width = this.snapshot.columns;
    this.order = this.order.map((_, i) => this.order[i - (i % width) + (width - 1 - (i % width))]);
  }

  /** @param {string} one @param {string} other cells */
  swap(one, other) {
    const [i, j] = [this.cells.indexOf(one), this.cells.indexOf(other)];
    [this.order[i], this.order[j]] = [this.order[j], this.order[i]];
  }

  /**
   * What the mat shows of it. The rival's masks stand there once they are ready.
   * @param {boolean} open whether masks can be swapped
   * @returns {Snapshot}
   */
  shown(open) {
    const base = this.family === "white" ? 0 : this.cells.length;
    const masks = this.order.map((index, at) => ({
      mask: base + index, family: this.family, cell: this.cells[at], role: this.roster[index],
    }));
    const rival = rivalOf(this.family);
    const others = this.snapshot.people[rival].ready ? faces(this.snapshot, rival) : [];
    const moves = Object.fromEntries(this.cells.map((cell) => [cell, this.cells.filter((other) => other !== cell)]));
    return { ...this.snapshot, seat: this.family, masks: [...masks, ...others], moves: open ? moves : {}, turns: [] };
  }
}

/** The cells of a family's two rows: front row first, each from column a. @param {Snapshot} snapshot @param {Family} family */
function homeCells(snapshot, family) {
  const depth = snapshot.roster.length / snapshot.columns;
  const cells = [];
  for (let i = 0; i < depth; i++) {
    const row = family === "white" ? depth - i : snapshot.rows - depth + 1 + i;
    for (let column = 0; column < snapshot.columns; column++) cells.push(`${"abcdefghi"[column]}${row}`);
  }
  return cells;
}

/** A family that is ready and shows nothing but faces. @param {Snapshot} snapshot @param {Family} family */
export function faces(snapshot, family) {
  const base = family === "white" ? 0 : snapshot.roster.length;
  return homeCells(snapshot, family).map((cell, i) => ({ mask: base + i, family, cell, role: null }));
}

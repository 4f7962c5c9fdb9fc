// @ts-check
/**
 * Where cells lie on the screen: columns and rows as the notation names them, turned so that one
 * family's palace is at the bottom.
 *
 * @typedef {"white" | "red"} Family
 * @typedef {{x: number, y: number}} Place in cells, from the top left
 */
const LETTERS = "abcdefghi";

export class Layout {
  /** @param {number} columns @param {number} rows @param {Family} side who sits at the bottom */
  constructor(columns, rows, side) {
    this.columns = columns;
    this.rows = rows;
    this.side = side;
  }

  /** @param {string} cell @returns {Place} */
  place(cell) {
    const column = LETTERS.indexOf(cell[0]);
    const row = Number(cell[1]) - 1;
    return this.side === "white"
      ? { x: column, y: this.rows - 1 - row }
      : { x: this.columns - 1 - column, y: row };
  }

  /** The cell at a place; null off the mat. @param {Place} place */
  cell({ x, y }) {
    if (x < 0 || y < 0 || x >= this.columns || y >= this.rows) return null;
    return this.side === "white"
      ? `${LETTERS[x]}${this.rows - y}`
      : `${LETTERS[this.columns - 1 - x]}${y + 1}`;
  }

  /** The letters along the bottom and the numbers along the side, in the order of the screen. */
  get legend() {
    const letters = [...LETTERS.slice(0, this.columns)];
    const numbers = Array.from({ length: this.rows }, (_, i) => String(this.rows - i));
    return this.side === "white"
      ? { letters, numbers }
      : { letters: letters.reverse(), numbers: numbers.reverse() };
  }

  /** @param {Layout | null} other */
  same(other) {
    return !!other && other.columns === this.columns && other.rows === this.rows && other.side === this.side;
  }
}

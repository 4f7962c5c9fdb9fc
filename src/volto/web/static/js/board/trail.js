// @ts-check
/**
 * Where a mask has been: its cells in order, and how they are drawn on the mat.
 *
 * @typedef {import("../wire/messages.js").Turn} Turn
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./layout.js").Place} Place
 */
const SHORT = 0.4; // the line ends at the ring round the mask
const MOST = 3; // visits that one cell tells of

/** The cells a mask has stood on, the present one last; none if it has never moved. @param {Turn[]} turns @param {number} mask */
export function trail(turns, mask) {
  const moves = turns.filter((turn) => turn.mask === mask);
  return moves.length ? [moves[0].origin, ...moves.map((turn) => turn.target)] : [];
}

/** When each earlier cell was visited, counted from 1. @param {string[]} cells */
export function visits(cells) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  cells.forEach((cell, i) => {
    if (cell !== cells.at(-1)) found.set(cell, [...(found.get(cell) ?? []), i + 1]);
  });
  return found;
}

/** A dotted way with a number on every cell it led over; a cell is one unit. @param {string[]} cells @param {Layout} layout */
export function trailPicture(cells, layout) {
  if (cells.length < 2) return "";
  const way = steps(cells).map(([from, to]) => line(layout.place(from), layout.place(to), [from, to].map((cell) => (cell === cells.at(-1) ? SHORT : 0)))).join("");
  const stops = [...visits(cells)].map(([cell, numbers]) => {
    const { x, y } = layout.place(cell);
    const text = numbers.slice(-MOST).join("·");
    const width = 0.16 + 0.1 * text.length;
    return (
      `<g transform="translate(${x + 0.5} ${y + 0.5})"><rect x="${-width / 2}" y="-.13" width="${width}" height=".26" rx=".13"/>` +
      `<text y=".065">${text}</text></g>`
    );
  });
  return (
    `<svg viewBox="0 0 ${layout.columns} ${layout.rows}" aria-hidden="true" focusable="false">` +
    `<path class="vb-trail-edge" d="${way}"/><path d="${way}"/>${stops.join("")}</svg>`
  );
}

/** From cell to cell, each way once, however often it was gone and in which direction. @param {string[]} cells */
function steps(cells) {
  const pairs = cells.slice(1).map((cell, i) => [cells[i], cell]);
  return [...new Map(pairs.map((pair) => [[...pair].sort().join(), pair])).values()];
}

/** @param {Place} from @param {Place} to @param {number[]} short how much is left out at either end */
function line(from, to, short) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const at = (/** @type {Place} */ place, /** @type {number} */ shift) =>
    `${(place.x + 0.5 + (dx / length) * shift).toFixed(3)} ${(place.y + 0.5 + (dy / length) * shift).toFixed(3)}`;
  return `M${at(from, short[0])}L${at(to, -short[1])}`;
}

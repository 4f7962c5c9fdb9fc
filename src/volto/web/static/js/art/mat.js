// @ts-check
/**
 * The mat as a picture: St Mark's Square in grey stone with a white inlay, a palace at either end,
 * one of warm stone and one of brick. A cell is 112 units wide.
 *
 * @typedef {"white" | "red"} Family
 */
export const CELL = 112;

/** @param {number} x @param {number} y @param {number} tone */
function slab(x, y, tone) {
  return `<rect class="vb-slab vb-slab-${tone}" x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>`;
}

/** The inlay of one cell: a band along its edge, a square on its corner, a lozenge within. */
const INLAY =
  '<path class="vb-band" d="M9 9H103V103H9Z"/>' +
  '<path class="vb-vein" d="M56 15 97 56 56 97 15 56Z"/>' +
  '<path class="vb-stud" d="M9 9h9l-9 9ZM103 9v9l-9-9ZM103 103h-9l9-9ZM9 103v-9l9 9Z"/>';

/** A pointed arch with its trefoil, one for each cell of a palace. */
const ARCH =
  '<path class="vb-niche" d="M15 112V62C15 40 31 30 56 12 81 30 97 40 97 62V112Z"/>' +
  '<path class="vb-glow" d="M15 112V62C15 40 31 30 56 12 81 30 97 40 97 62V112Z"/>' +
  '<path class="vb-mould" d="M14 112V62C14 39 31 27 56 10 81 27 98 39 98 62V112"/>' +
  '<path class="vb-mould-thin" d="M21 112V64C21 46 35 36 56 21 77 36 91 46 91 64V112"/>' +
  '<path class="vb-cusp" d="M56 21C50 32 38 34 30 42 38 41 44 44 48 50 50 42 53 38 56 36 59 38 62 42 64 50 68 44 74 41 82 42 74 34 62 32 56 21Z"/>';

/** Where two arches meet: a roundel above, a column below. */
const COLUMN =
  '<circle class="vb-roundel" cx="0" cy="21" r="11"/>' +
  '<path class="vb-quatrefoil" d="M0 13.5a3.5 3.5 0 0 1 2.5 5a3.5 3.5 0 0 1 5 2.5a3.5 3.5 0 0 1-5 2.5a3.5 3.5 0 0 1-2.5 5a3.5 3.5 0 0 1-2.5-5a3.5 3.5 0 0 1-5-2.5a3.5 3.5 0 0 1 5-2.5a3.5 3.5 0 0 1 2.5-5Z"/>' +
  '<path class="vb-capital" d="M-13 57H13V61L8 69H-8L-13 61Z"/>' +
  '<rect class="vb-shaft" x="-5.5" y="69" width="11" height="38"/>' +
  '<path class="vb-capital" d="M-9 104H9V112H-9Z"/>';

/** @param {Family} family @param {number} columns @param {number} y */
function palace(family, columns, y) {
  const width = columns * CELL;
  const across = Array.from({ length: columns }, (_, i) => i);
  return (
    `<g class="vb-palace vb-palace-${family}" transform="translate(0 ${y})">` +
    `<rect class="vb-wall" width="${width}" height="${CELL}"/>` +
    `<rect width="${width}" height="${CELL}" fill="url(#vb-wall-${family})"/>` +
    across.map((i) => `<g class="vb-arch" data-column="${i}" transform="translate(${i * CELL} 0)">${ARCH}</g>`).join("") +
    [...across, columns].map((i) => `<g transform="translate(${i * CELL} 0)">${COLUMN}</g>`).join("") +
    `<rect class="vb-cornice" width="${width}" height="4"/></g>`
  );
}

/** A compass in the middle of the square. @param {number} x @param {number} y */
function star(x, y) {
  const point = "M0-42 7-12 0 0-7-12Z";
  const points = [0, 90, 180, 270].map((angle) => `<path transform="rotate(${angle})" d="${point}"/>`);
  const lesser = [45, 135, 225, 315].map((angle) => `<path transform="rotate(${angle}) scale(.68)" d="${point}"/>`);
  return `<g class="vb-star" transform="translate(${x} ${y})">${lesser.join("")}${points.join("")}</g>`;
}

/**
 * The whole mat. The palaces stand upright for whoever looks, wherever they sit.
 * @param {number} columns
 * @param {number} rows
 * @param {Family} bottom whose palace is at the bottom
 */
export function mat(columns, rows, bottom) {
  const width = columns * CELL;
  const height = rows * CELL;
  const top = bottom === "white" ? "red" : "white";
  let square = "";
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * CELL, row * CELL];
      square += slab(x, y, (row + column) % 2) + `<g transform="translate(${x} ${y})">${INLAY}</g>`;
    }
  }
  let knots = "";
  for (let row = 1; row < rows; row++) {
    for (let column = 0; column <= columns; column++) {
      knots += `<path class="vb-knot" transform="translate(${column * CELL} ${row * CELL})" d="M0-8 8 0 0 8-8 0Z"/>`;
    }
  }
  const lines =
    Array.from({ length: columns + 1 }, (_, i) => `M${i * CELL} ${CELL}V${height - CELL}`).join("") +
    Array.from({ length: rows - 3 }, (_, i) => `M0 ${(i + 2) * CELL}H${width}`).join("");
  const steps = [CELL, height - CELL]
    .map((y, i) => `<rect class="vb-step" x="0" y="${i ? y - 3 : y - 5}" width="${width}" height="8"/><path class="vb-step-line" d="M0 ${i ? y + 5 : y + 3}H${width}"/>`)
    .join("");
  return (
    `<svg class="vb-mat" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">` +
    `<rect class="vb-ground" width="${width}" height="${height}"/>${square}` +
    `<rect y="${CELL}" width="${width}" height="${height - 2 * CELL}" fill="url(#vb-bond)"/>` +
    star(width / 2, height / 2) +
    `<path class="vb-lines" d="${lines}"/>${knots}` +
    palace(top, columns, 0) +
    palace(bottom, columns, height - CELL) +
    `${steps}</svg>`
  );
}

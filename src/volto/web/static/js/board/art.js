// @ts-check
/**
 * The art that `volto.svg` has laid out in the page: masks, signs and the empty mat, by reference.
 *
 * @typedef {"N" | "A" | "C" | "S" | "L"} Role
 * @typedef {"white" | "red"} Family
 */

/** Masks of a family that look a little different from each other. */
const VARIANTS = 10;

/** The outside of a mask: what a rival sees. @param {Family} family @param {number} number */
export function face(family, number) {
  return `<use href="#vb-face-${family}-${number % VARIANTS}"/>`;
}

/**
 * The inside of a mask with its role's sign: what its owner sees.
 * @param {Family} family
 * @param {number} number
 * @param {Role} role
 * @param {boolean} [away] the mask looks down the screen
 */
export function back(family, number, role, away = false) {
  const inside = family === "white" ? "back-white" : `back-red-${number % VARIANTS}`;
  return `<use href="#vb-${inside}"/><use href="#vb-sign-${family}-${role}${role === "S" && away ? "-away" : ""}"/>`;
}

/** The Doge's cap, where it sits on a mask; it stands out above the cell. @param {Family} family */
export function corno(family) {
  return `<use href="#vb-corno-${family}"/>`;
}

/** One side of a mask as a picture that fills a cell. @param {string} drawing @param {string} [classes] */
export function picture(drawing, classes = "") {
  return `<svg class="${classes}" viewBox="-56 -56 112 112" aria-hidden="true" focusable="false">${drawing}</svg>`;
}

/** The sign of a role, in the colour of the words around it: 21 units across. @param {Role} role */
export function sign(role) {
  return `<use href="#vb-sign-${role}" x="-10.5" y="-10.5" width="21" height="21"/>`;
}

/** The sign of a role as a picture of its own. @param {Role} role */
export function signPicture(role) {
  return `<svg class="vb-sign" viewBox="-10.5 -10.5 21 21" aria-hidden="true" focusable="false">${sign(role)}</svg>`;
}

/** The empty mat. @param {number} columns @param {number} rows @param {Family} bottom whose palace is below */
export function mat(columns, rows, bottom) {
  const ground = document.getElementById(`vb-mat-${columns}x${rows}-${bottom}`);
  return `<svg class="vb-mat" viewBox="0 0 ${columns * 112} ${rows * 112}" aria-hidden="true" focusable="false">${ground?.innerHTML ?? ""}</svg>`;
}

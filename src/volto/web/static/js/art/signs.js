// @ts-check
/**
 * The role's sign is how it moves: arrows where it may go, filled where it may capture, hollow
 * rings for the Lady, who cannot; a crown amid the Candidate's eight; one long arrow for the Soldier.
 *
 * @typedef {"N" | "A" | "C" | "S" | "L"} Role
 */

const STRAIGHT = [0, 90, 180, 270];
const DIAGONAL = [45, 135, 225, 315];
const ALL = [...STRAIGHT, ...DIAGONAL];

/** @param {number[]} angles @param {number} reach @param {number} size */
function arrows(angles, reach, size) {
  return angles
    .map((angle) => `<path transform="rotate(${angle}) translate(0 ${-reach}) scale(${size})" d="M0-8 7.5 5 0 2-7.5 5Z"/>`)
    .join("");
}

/** @param {number[]} angles @param {number} reach */
function rings(angles, reach) {
  return angles
    .map((angle) => `<circle transform="rotate(${angle})" cy="${-reach}" r="3.9"/>`)
    .join("");
}

const CROWN =
  '<path class="vb-crown" d="M-11.5 8.5-13-5.5l7 5.2L0-10.5 6-.3l7-5.2L11.5 8.5Z"/>' +
  '<path class="vb-crown-band" d="M-11 5.4h22"/>' +
  '<g class="vb-crown"><circle cx="-13" cy="-7" r="2"/><circle cy="-12" r="2.2"/><circle cx="13" cy="-7" r="2"/></g>';

/** @type {Record<Role, string>} */
const SIGNS = {
  N: `<g class="vb-solid">${arrows(STRAIGHT, 20, 1.06)}<rect x="-6.5" y="-6.5" width="13" height="13" rx="2"/></g>`,
  A: `<g class="vb-solid">${arrows(DIAGONAL, 20.5, 1.06)}<rect x="-6.2" y="-6.2" width="12.4" height="12.4" rx="2" transform="rotate(45)"/></g>`,
  C: `<g class="vb-worth">${arrows(ALL, 23.5, 0.8)}</g>${CROWN}`,
  S: '<path class="vb-solid" d="M0-31 12.5-11.5 4.6-13.5V17.5L8 27.5 0 24-8 27.5-4.6 17.5V-13.5L-12.5-11.5Z"/>',
  L: `<g class="vb-hollow">${rings(ALL, 21.5)}<circle r="9" stroke-width="3.2"/></g><circle class="vb-solid" r="2.6"/>`,
};

/**
 * A role's sign round the origin, about 60 units across.
 * @param {Role} role
 * @param {boolean} [facingAway] forward is down: the mask of the family that sits at the top
 */
export function sign(role, facingAway = false) {
  const turned = facingAway && role === "S" ? ' transform="rotate(180)"' : "";
  return `<g class="vb-sign"${turned}>${SIGNS[role]}</g>`;
}

/** @type {Record<Role, string>} */
const SMALL = {
  N: '<path d="M0-8V8M-8 0H8"/>',
  A: '<path d="M-6.5-6.5 6.5 6.5M6.5-6.5-6.5 6.5"/>',
  C: '<path class="vb-full" d="M-8 6-9-5l5 4 4-7 4 7 5-4-1 11Z"/>',
  S: '<path d="M0 9V-6M-6-1 0-8l6 7"/>',
  L: '<circle r="6.5"/>',
};

/** A role in few strokes, for notes and lists: 20 units across. @param {Role} role */
export function smallSign(role) {
  return SMALL[role];
}

/** A small sign as a picture of its own. @param {Role} role */
export function smallSignPicture(role) {
  return `<svg class="vb-small-sign" viewBox="-10.5 -10.5 21 21" aria-hidden="true" focusable="false">${SMALL[role]}</svg>`;
}

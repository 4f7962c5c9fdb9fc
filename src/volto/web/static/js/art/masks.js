// @ts-check
/**
 * The masks. Red wears a half mask with plumes, White a full face. What differs from mask to mask
 * depends on its number alone, so that it can be followed with the eye and tells nothing.
 *
 * @typedef {import("./signs.js").Role} Role
 * @typedef {"white" | "red"} Family
 */
import { sign } from "./signs.js";

const FACE = "M0-49C25-49 38.5-31 37.5-6 36.5 20 20 46 0 49-20 46-36.5 20-37.5-6-38.5-31-25-49 0-49Z";
const HALF =
  "M-53-27C-40-32-17-30 0-22 17-30 40-32 53-27 55-6 48 13 33 22 23 28 15 26 10.5 21 9 27 5.5 30.5 0 31.5" +
  "-5.5 30.5-9 27-10.5 21-15 26-23 28-33 22-48 13-55-6-53-27Z";
const BACK_HALF =
  "M-53-27C-40-33-17-33 0-29.5 17-33 40-33 53-27 55-6 48 14 33 23 26 27.5 19 29 14 29 10.5 34 5.5 36.5 0 37" +
  "-5.5 36.5-10.5 34-14 29-19 29-26 27.5-33 23-48 14-55-6-53-27Z";

/** @param {string} left a part of the left half */
const both = (left) => `${left}<g transform="scale(-1 1)">${left}</g>`;

/** Ornaments of the forehead; a mask's number chooses one. */
const BROWS = [
  '<path d="M0-43 4-36 0-29-4-36Z"/>',
  '<path d="M0-44C5-40 5-34 0-29-5-34-5-40 0-44Z"/>',
  '<circle cy="-36" r="4.4"/>',
  '<path d="M0-43.5 1.9-38.5 7-38.2 3-34.9 4.4-30 0-32.7-4.4-30-3-34.9-7-38.2-1.9-38.5Z"/>',
  '<path d="M-6-40C-3-36 3-36 6-40 6-33 3-29.5 0-29.5S-6-33-6-40Z"/>',
];

/** Paint on a cheek of the full face. */
const CHEEKS = [
  "",
  '<path d="M-21 9 -18 14-21 19-24 14Z"/>',
  '<path d="M-21 6C-18 11-18 16-21 18-24 16-24 11-21 6Z"/>',
  '<circle cx="-20" cy="13" r="2.2"/><circle cx="-24.5" cy="9.5" r="1.3"/>',
];

/** @param {number} number */
function whiteFace(number) {
  const brow = BROWS[number % 5];
  const cheek = CHEEKS[(number * 3 + 1) % 4];
  const side = number % 2 ? ' transform="scale(-1 1)"' : "";
  return (
    `<path d="${FACE}" fill="url(#vb-ivory)" stroke="#8d7850" stroke-width="1.5"/>` +
    '<path d="M-27-27C-21-37-12-42-3-43.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".7"/>' +
    // the planes of the face: temples, cheeks, brow, nose, chin
    '<path d="M0-45C22-45 34-29 33.5-6 32.5 18 18 42 0 45 16 38 26 18 26-6 26-28 16-42 0-45Z" fill="#a8926a" opacity=".13"/>' +
    '<path d="M14-42C28-37 34-24 33.5-6 32.5 18 20 39 4 44.5 20 36 30 17 30-6 30-24 24-36 14-42Z" fill="#8d7850" opacity=".16"/>' +
    both('<path d="M-31-12C-26-21-13-21-6-12-13-16-25-17-31-12Z" fill="#a8926a" opacity=".55"/>') +
    '<path d="M-3.5-14C-4-2-8 8-8 13-6 18.5 6 18.5 8 13 8 8 4-2 3.5-14Z" fill="url(#vb-nose)"/>' +
    '<path d="M8 12.5C6.5 18.5-6.5 18.5-8 12.5-5 15.5 5 15.5 8 12.5Z" fill="#8d7850" opacity=".6"/>' +
    '<path d="M-7 38C-3 40.5 3 40.5 7 38" fill="none" stroke="#a8926a" stroke-width="1.6" opacity=".6" stroke-linecap="round"/>' +
    // eyes behind the openings
    both(
      '<path d="M-29-6.5C-24-15-12-14.5-6.5-5.5-12 .5-23 .5-29-6.5Z" fill="#17101c"/>' +
        '<path d="M-29-6.5C-24-15-12-14.5-6.5-5.5" fill="none" stroke="url(#vb-gold)" stroke-width="2.2" stroke-linecap="round"/>',
    ) +
    eyes(-17.5, -6) +
    // gold: scrolls over the brows, lips, the jewel
    '<g fill="none" stroke="url(#vb-gold)" stroke-width="1.9" stroke-linecap="round">' +
    both('<path d="M-5-24C-12-31-25-30-31-19-33-13-28-11-27-15M-9-32C-16-38-22-37-25-32"/>') +
    "</g>" +
    '<path d="M-11.5 27C-6 22.5-2.5 22.5 0 24.5 2.5 22.5 6 22.5 11.5 27 6 33.5-6 33.5-11.5 27Z" fill="#a9213a"/>' +
    '<path d="M-11.5 27C-5 28.2 5 28.2 11.5 27" fill="none" stroke="#5c0a19" stroke-width="1"/>' +
    `<g fill="url(#vb-gold)" stroke="#8a631a" stroke-width=".6">${brow}</g>` +
    `<g fill="#1f5b63"${side}>${cheek}</g>`
  );
}

/** Two pupils that catch the light. @param {number} x @param {number} y */
function eyes(x, y) {
  return [x, -x]
    .map((at) => `<circle cx="${at}" cy="${y}" r="4.3" fill="#33222a"/><circle cx="${at}" cy="${y}" r="2.1" fill="#000"/><circle cx="${at - 1.5}" cy="${y - 1.7}" r="1.25" fill="#fff"/>`)
    .join("");
}

/** One plume, rooted at the origin and bent to the right. @param {string} paint */
function plume(paint) {
  return (
    `<path d="M0 0C-9-9-12-26-2-36 6-43 18-40 19-33 20-28 15-27 12-28 15-24 12-20 8-20 10-16 7-12 4-12 5-8 3-3 0 0Z" fill="url(#vb-${paint})"/>` +
    '<path d="M0 0C-4-13-2-26 9-34" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="1"/>'
  );
}

/** Three plumes; their spread is a matter of the mask's number. @param {number} number */
function plumes(number) {
  const lean = [-9, -3, 3, 9, 0][number % 5];
  const flip = number % 2 ? -1 : 1;
  return (
    `<g transform="translate(0 -20) scale(${flip} 1) rotate(${lean})">` +
    `<g transform="rotate(-52) scale(.9)">${plume("plume-a")}</g>` +
    `<g transform="rotate(34) scale(.86)">${plume("plume-b")}</g>` +
    `<g transform="rotate(-9) scale(1)">${plume(number % 3 === 0 ? "plume-c" : "plume-b")}</g></g>`
  );
}

/** Gold on the half mask's wings. */
const WINGS = [
  '<path d="M-47-17C-44-6-38 5-29 13M-43-19C-41-12-38-6-34 0"/>',
  '<path d="M-46-14C-42-4-38 6-27 14"/><path d="M-45-18l3 3M-41-8l3 2M-36 3l3 1"/>',
  '<path d="M-47-17C-46-3-39 10-23 18M-42 4C-39 4-37 7-38 10M-32 13C-29 12-27 14-27 17"/>',
  '<path d="M-48-20c0 5 1 9 3 12M-45-4c2 6 5 11 10 15M-31 15c4 2 7 3 10 3"/>',
];

/** @param {number} number */
function redFace(number) {
  return (
    '<g transform="translate(0 10)">' +
    plumes(number) +
    `<path d="${HALF}" fill="url(#vb-crimson)" stroke="#470610" stroke-width="1.5"/>` +
    // a lozenge coat on the brow
    both(
      '<path d="M-13-25-7-18-13-11-19-18ZM-25-26.5-19.5-20-25-13.5-30.5-20Z" fill="#4d0815" opacity=".45"/>',
    ) +
    '<path d="M0-16C-3 2-9 13-8 20-6 27-3 29 0 29.5 3 29 6 27 8 20 9 13 3 2 0-16Z" fill="#ff8d98" opacity=".22"/>' +
    '<path d="M-1-6C-2 5-5.5 14-4.5 20" fill="none" stroke="#ffc0c4" stroke-opacity=".55" stroke-width="1.8" stroke-linecap="round"/>' +
    both(
      '<path d="M-38-3C-33-12.5-18-12.5-11-1-18 7.5-31 7.5-38-3Z" fill="#150307"/>' +
        '<path d="M-39.5-3C-33-14.5-17-14-9.5-1.5-17 9.5-31 9.5-39.5-3Z" fill="none" stroke="url(#vb-gold)" stroke-width="2"/>',
    ) +
    eyes(-24.5, -3) +
    '<g fill="none" stroke="url(#vb-gold)" stroke-linecap="round">' +
    '<path stroke-width="2.6" d="M-51-25.5C-38-29.5-17-28 0-19.5 17-28 38-29.5 51-25.5"/>' +
    both(`<g stroke-width="1.6">${WINGS[(number * 3) % 4]}</g>`) +
    '<path stroke-width="1.6" d="M-8 21.5C-6.5 26.5-4 29 0 29.5 4 29 6.5 26.5 8 21.5"/></g>' +
    '<g transform="translate(0 17) scale(1.15)"><g fill="url(#vb-gold)" stroke="#6b4b10" stroke-width=".6">' +
    `${BROWS[(number * 2 + 1) % 5]}</g></g></g>`
  );
}

/** @param {Role} role @param {boolean} away */
function whiteBack(role, away) {
  return (
    `<path d="${FACE}" fill="url(#vb-ivory-rim)" stroke="#7d683f" stroke-width="1.5"/>` +
    `<path d="${FACE}" transform="translate(0 0) scale(.89 .905)" fill="url(#vb-ivory-back)" stroke="#a8926a" stroke-width="1"/>` +
    `<path d="${FACE}" transform="scale(.8 .835)" fill="none" stroke="url(#vb-gold)" stroke-width="1.5" opacity=".9"/>` +
    `<g transform="translate(0 -2)">${sign(role, away)}</g>`
  );
}

/** @param {number} number @param {Role} role @param {boolean} away */
function redBack(number, role, away) {
  return (
    `<g transform="translate(0 8)"><g transform="translate(0 -5) scale(-1 1)">${plumes(number)}</g>` +
    `<path d="${BACK_HALF}" fill="url(#vb-gold)" stroke="#470610" stroke-width="1.5"/>` +
    `<path d="${BACK_HALF}" transform="translate(0 .2) scale(.945 .935)" fill="url(#vb-crimson-back)" stroke="#470610" stroke-width="1"/>` +
    `<g transform="translate(0 2)">${sign(role, away)}</g></g>`
  );
}

/** The wide half mask a little smaller, the tall face a little larger. @param {Family} family @param {string} drawing */
function sized(family, drawing) {
  return `<g transform="scale(${family === "white" ? 1.05 : 0.955})">${drawing}</g>`;
}

/**
 * The outside of a mask: what a rival sees.
 * @param {Family} family
 * @param {number} number
 */
export function face(family, number) {
  return sized(family, family === "white" ? whiteFace(number) : redFace(number % 10));
}

/**
 * The inside of a mask with its role's sign: what its owner sees.
 * @param {Family} family
 * @param {number} number
 * @param {Role} role
 * @param {boolean} [away] the mask looks down the screen
 */
export function back(family, number, role, away = false) {
  return sized(family, family === "white" ? whiteBack(role, away) : redBack(number % 10, role, away));
}

/**
 * One side of a mask as a picture that fills a cell.
 * @param {string} drawing what `face` or `back` gave
 * @param {string} [classes]
 */
export function picture(drawing, classes = "") {
  return `<svg class="${classes}" viewBox="-56 -56 112 112" aria-hidden="true" focusable="false">${drawing}</svg>`;
}

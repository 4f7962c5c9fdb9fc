// @ts-check
/** The paints that all art shares: one hidden SVG in the document, referred to by `url(#vb-…)`. */

const HOME = "vb-paints";

/** @param {string} id @param {string} place @param {[number, string][]} stops */
function radial(id, place, stops) {
  return `<radialGradient id="vb-${id}" ${place}>${paint(stops)}</radialGradient>`;
}

/** @param {string} id @param {string} place @param {[number, string][]} stops */
function linear(id, place, stops) {
  return `<linearGradient id="vb-${id}" ${place}>${paint(stops)}</linearGradient>`;
}

/** @param {[number, string][]} stops */
function paint(stops) {
  return stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join("");
}

const PAINTS = [
  radial("ivory", 'cx=".36" cy=".26" r=".9"', [[0, "#fffef9"], [0.5, "#f4ecdd"], [0.8, "#ddcfb4"], [1, "#b9a684"]]),
  radial("ivory-back", 'cx=".6" cy=".68" r=".85"', [[0, "#fffdf6"], [0.6, "#f3ead9"], [1, "#d8c9ab"]]),
  linear("ivory-rim", 'x1="0" y1="0" x2="1" y2="1"', [[0, "#fffaf0"], [0.5, "#cbb88f"], [1, "#8d7850"]]),
  radial("crimson", 'cx=".36" cy=".22" r=".95"', [[0, "#e2485a"], [0.4, "#b71f35"], [0.75, "#8a1226"], [1, "#560815"]]),
  radial("crimson-back", 'cx=".58" cy=".62" r=".8"', [[0, "#a51c31"], [0.6, "#861327"], [1, "#5c0a19"]]),
  linear("gold", 'x1="0" y1="0" x2="1" y2="1"', [[0, "#f8e3a4"], [0.45, "#d2a548"], [1, "#8a631a"]]),
  linear("gold-up", 'x1="0" y1="1" x2="0" y2="0"', [[0, "#8a631a"], [0.6, "#d9b056"], [1, "#fbe9b4"]]),
  linear("plume-a", 'x1="0" y1="1" x2=".6" y2="0"', [[0, "#5c0a18"], [0.6, "#a3192e"], [1, "#d6405a"]]),
  linear("plume-b", 'x1="0" y1="1" x2=".8" y2="0"', [[0, "#8a1226"], [0.5, "#d23b50"], [1, "#f3909a"]]),
  linear("plume-c", 'x1="0" y1="1" x2="1" y2="0"', [[0, "#6f4a10"], [0.5, "#cf9f3f"], [1, "#f8e3a4"]]),
  linear("nose", 'x1="0" y1="0" x2="1" y2="0"', [[0, "#fff"], [0.5, "#f0e6d4"], [1, "#bda988"]]),
  linear("loggia", 'x1="0" y1="0" x2="0" y2="1"', [[0, "var(--niche)"], [0.4, "var(--niche)"], [1, "var(--niche-low)"]]),
].join("");

/** How stones are laid: the square's herringbone, the brick of one palace, the ashlar of the other. */
const BONDS = [
  '<pattern id="vb-bond" width="28" height="28" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">',
  '<path d="M0 0h14v14h14v14M0 14h14M14 0v14M14 28V14M0 28h14M28 0v14" class="vb-joint"/></pattern>',
  '<pattern id="vb-wall-red" width="24" height="14" patternUnits="userSpaceOnUse">',
  '<path class="vb-mortar" d="M0 0H24M0 7H24M0 0V7M12 7V14"/></pattern>',
  '<pattern id="vb-wall-white" width="32" height="32" patternUnits="userSpaceOnUse">',
  '<path class="vb-mortar" d="M0 0 16 16 32 0M0 32 16 16 32 32"/></pattern>',
].join("");

/** Put the paints into the document, once. */
export function layOutPaints() {
  if (document.getElementById(HOME)) return;
  const holder = document.createElement("div");
  holder.id = HOME;
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = `<svg width="0" height="0" focusable="false"><defs>${PAINTS}${BONDS}</defs></svg>`;
  document.body.append(holder);
}

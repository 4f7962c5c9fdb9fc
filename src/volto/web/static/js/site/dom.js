// @ts-check
/** Small ways to make elements; texts are always texts, never markup. */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | number | null | undefined | ((event: any) => void)>} [attributes]
 *   `class` and the like; a function is a listener (`click`); false, null and undefined are left out
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** Art of this house as an element. @param {string} markup */
export function art(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  return /** @type {SVGElement} */ (holder.content.firstElementChild);
}

/** An element of the page that must be there. @param {string} id */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id} is missing`);
  return found;
}

/**
 * Other children in this place. The keyboard stays on the one it was on, even if that was made anew.
 * @param {HTMLElement} place
 * @param {Node[]} children
 * @param {HTMLElement} otherwise where the keyboard goes if it cannot stay
 */
export function refill(place, children, otherwise) {
  const name = (/** @type {Element | null} */ element) => element?.id || element?.getAttribute("data-opens");
  const held = place.contains(document.activeElement) && document.activeElement;
  place.replaceChildren(...children);
  if (!held) return;
  const same = [...place.querySelectorAll("button,a")].find((one) => name(one) === name(held));
  /** @type {HTMLElement} */ (same?.matches(":enabled,a") ? same : otherwise).focus({ preventScroll: true });
}

/** @type {Record<string, string>} */
const ICONS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9c-.7.600-1 1.3-1 2.1h-5c0-.8-.3-1.5-1-2.1A6 6 0 0 1 12 3z",
  draw: "M7 12h10M5 8.5 3 12l2 3.5M19 8.5 21 12l-2 3.5",
  flag: "M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0",
  moves: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  mask: "M4 8c3-2 5-2 8-.5C15 6 17 6 20 8c.5 5-2 9-5 9-1.5 0-2.3-1.5-3-3-.7 1.5-1.5 3-3 3-3 0-5.5-4-5-9zM8 11.5h1.5M14.5 11.5H16",
  eye: "M2.5 12C5 7.5 8.5 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-6 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  shuffle: "M3 7h3c5 0 6 10 11 10h4M3 17h3c2 0 3.2-1.6 4.3-3.6M13.5 9.5C14.5 8 15.6 7 17 7h4M18.5 4.5 21 7l-2.5 2.5M18.5 14.5 21 17l-2.5 2.5",
  mirror: "M12 3v18M8.5 7 3.5 17h5zM15.5 7l5 10h-5z",
  star: "M12 4l2.4 5.2 5.6.700-4.1 3.9 1.1 5.6-5-2.8-5 2.8 1.1-5.6L4 9.9l5.6-.7z",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 7.5 12 4l4 3.5M6 12H5v8h14v-8h-1",
  first: "M18 6l-8 6 8 6zM6 6v12",
  back: "M15 6l-7 6 7 6z",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  on: "M9 6l7 6-7 6z",
  last: "M6 6l8 6-8 6zM18 6v12",
  save: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  again: "M4 12a8 8 0 1 1 2.5 5.8M4 20v-5h5",
  close: "M6 6l12 12M18 6L6 18",
};

/** @param {string} name */
export function icon(name) {
  return art(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${ICONS[name]}"/></svg>`);
}

/**
 * A button with a sign and a text; where room is short, only the sign shows.
 * @param {string} sign
 * @param {string} text
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, string | boolean>} [attributes]
 */
export function button(sign, text, act, attributes = {}) {
  return el("button", { type: "button", title: text, click: act, ...attributes }, icon(sign), el("span", {}, text));
}

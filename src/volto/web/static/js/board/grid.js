// @ts-check
/**
 * The mat as an ARIA grid: rows of cells, one of which the keyboard can enter.
 *
 * @typedef {import("./layout.js").Layout} Layout
 */
import { t } from "../site/i18n.js";

export class Grid {
  /** @type {Map<string, HTMLElement>} */ cells = new Map();
  /** @type {string | null} where the keyboard is, or will be */ focused = null;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /** @param {Layout} layout */
  lay(layout) {
    this.cells.clear();
    this.focused = null;
    const rows = [];
    for (let y = 0; y < layout.rows; y++) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      for (let x = 0; x < layout.columns; x++) row.append(this.#cell(layout, x, y));
      rows.push(row);
    }
    this.element.replaceChildren(...rows);
  }

  /** @param {"white" | "red"} side */
  name(side) {
    this.element.setAttribute("aria-label", side === "white" ? t("The mat, seen by White") : t("The mat, seen by Red"));
  }

  /** @param {Layout} layout @param {number} x @param {number} y */
  #cell(layout, x, y) {
    const cell = /** @type {string} */ (layout.cell({ x, y }));
    const element = document.createElement("div");
    element.setAttribute("role", "gridcell");
    Object.assign(element.dataset, { cell, x, y });
    this.cells.set(cell, element);
    return element;
  }

  /** What a cell says, and what it shows. @param {string} cell @param {string} label @param {boolean | null} selected @param {Record<string, boolean>} states */
  mark(cell, label, selected, states) {
    const element = /** @type {HTMLElement} */ (this.cells.get(cell));
    element.setAttribute("aria-label", label);
    if (selected === null) element.removeAttribute("aria-selected");
    else element.setAttribute("aria-selected", String(selected));
    for (const [name, on] of Object.entries(states)) element.classList.toggle(name, on);
  }

  /** The one cell that Tab leads to. @param {string | null} cell */
  enterAt(cell) {
    this.focused = cell;
    for (const [name, element] of this.cells) element.tabIndex = name === cell ? 0 : -1;
  }

  /** Put the keyboard on a cell. @param {string} cell */
  focus(cell) {
    this.enterAt(cell);
    this.cells.get(cell)?.focus({ preventScroll: true });
  }
}

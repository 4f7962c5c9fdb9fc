// @ts-check
/**
 * Hands on the mat: click, drag, touch and keys, all of which end in the same few wishes. What is
 * allowed is only ever read from the snapshot.
 *
 * @typedef {import("./layout.js").Place} Place
 * @typedef {object} Mat what hands need of the board
 * @property {HTMLElement} grid
 * @property {() => {columns: number, rows: number}} size
 * @property {(place: Place) => string | null} cellAt
 * @property {(cell: string) => boolean} movable
 * @property {(cell: string) => void} press a click, a tap or Enter on a cell
 * @property {(cell: string) => void} grab a drag begins
 * @property {(dx: number, dy: number, over: string | null) => void} drag
 * @property {(cell: string | null) => void} drop
 * @property {(cell: string) => void} focus
 * @property {() => void} cancel
 */

const SLACK = 6; // pixels before a press becomes a drag

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Mat} mat */
export function takeHands(mat) {
  /** @type {{id: number, cell: string, x: number, y: number, dragging: boolean} | null} */
  let held = null;
  let dragged = false;

  /** @param {Event} event */
  const cellOf = (event) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-cell]"))?.dataset.cell ?? null;

  /** @param {PointerEvent} event */
  const cellUnder = (event) => {
    const box = mat.grid.getBoundingClientRect();
    const { columns, rows } = mat.size();
    return mat.cellAt({
      x: Math.floor(((event.clientX - box.left) / box.width) * columns),
      y: Math.floor(((event.clientY - box.top) / box.height) * rows),
    });
  };

  mat.grid.addEventListener("pointerdown", (event) => {
    dragged = false;
    const cell = cellOf(event);
    if (!cell || event.button !== 0 || !event.isPrimary || !mat.movable(cell)) return;
    held = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, dragging: false };
  });
  mat.grid.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.dragging && Math.hypot(dx, dy) > SLACK) {
      held.dragging = true;
      mat.grid.setPointerCapture(event.pointerId);
      mat.grab(held.cell);
    }
    if (held.dragging) mat.drag(dx, dy, cellUnder(event));
  });
  /** @param {PointerEvent} event */
  const release = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { dragging } = held;
    held = null;
    if (!dragging) return;
    dragged = true;
    mat.drop(event.type === "pointerup" ? cellUnder(event) : null);
  };
  mat.grid.addEventListener("pointerup", release);
  mat.grid.addEventListener("pointercancel", release);
  mat.grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell && !dragged) mat.press(cell);
    dragged = false;
  });

  mat.grid.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell || event.altKey || event.metaKey) return;
    const { columns, rows } = mat.size();
    const here = /** @type {HTMLElement} */ (event.target).dataset;
    const place = { x: Number(here.x), y: Number(here.y) };
    const step = ARROWS[event.key];
    if (step) {
      place.x = Math.min(columns - 1, Math.max(0, place.x + step[0]));
      place.y = Math.min(rows - 1, Math.max(0, place.y + step[1]));
    } else if (event.key === "Home" || event.key === "End") {
      const end = event.key === "End";
      place.x = end ? columns - 1 : 0;
      if (event.ctrlKey) place.y = end ? rows - 1 : 0;
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      place.y = event.key === "PageUp" ? 0 : rows - 1;
    } else if (event.key === "Enter" || event.key === " ") {
      mat.press(cell);
    } else if (event.key === "Escape") {
      mat.cancel();
      return;
    } else return;
    event.preventDefault();
    const next = mat.cellAt(place);
    if (next) mat.focus(next);
  });
}

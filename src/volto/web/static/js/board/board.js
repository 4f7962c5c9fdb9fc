// @ts-check
/**
 * `<volto-board>`: draws a Snapshot, plays the difference to the one before, and offers its moves.
 * Pages that use it also link `css/board.css`.
 *
 * Properties: `snapshot`, `side` (who sits at the bottom), `interactive`, `marks` (cells to look at),
 * `notes` (mask number → roles pencilled on it), `pips` (mask number → roles it can still have),
 * `looked` (the mask that is looked at: it has a ring and shows its trail). The attribute `fill` fits
 * the mat into its parent in both directions.
 * Events: `move` ({origin, target}), `pick` ({cell} or {cell: null}), `look` ({cell, mask}): a press on
 * a mask that cannot be moved now; {cell: null, mask: null}: the look is over.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("./pips.js").Pip} Pip
 */
import { t } from "../site/i18n.js";
import { mat } from "./art.js";
import { Grid } from "./grid.js";
import { takeHands } from "./hands.js";
import { cellLabel, turnSentence } from "./labels.js";
import { Layout } from "./layout.js";
import { Pieces } from "./pieces.js";
import { trail, trailPicture } from "./trail.js";

const PALACE_GLOW = 1600;
let boards = 0;

export class VoltoBoard extends HTMLElement {
  /** @type {Snapshot | null} */ #snapshot = null;
  /** @type {Family | null} */ #side = null;
  #interactive = true;
  /** @type {string[]} */ #marks = [];
  /** @type {Map<number, string>} */ #notes = new Map();
  /** @type {Map<number, Pip[]>} */ #pips = new Map();
  /** @type {number | null} */ #looked = null;
  /** @type {Layout | null} */ #layout = null;
  /** @type {string | null} */ #picked = null;
  /** @type {Grid | null} */ #grid = null;
  /** @type {Pieces | null} */ #pieces = null;

  #speak = () => this.#word();

  connectedCallback() {
    if (!this.#grid) this.#build();
    this.#show(null);
    document.addEventListener("language", this.#speak);
  }

  disconnectedCallback() {
    document.removeEventListener("language", this.#speak);
  }

  get snapshot() {
    return this.#snapshot;
  }

  /** @param {Snapshot | null} snapshot */
  set snapshot(snapshot) {
    const before = this.#snapshot;
    this.#snapshot = snapshot;
    this.#show(before);
  }

  get side() {
    return this.#side ?? this.#snapshot?.seat ?? "white";
  }

  /** @param {Family | null} side */
  set side(side) {
    if (side === this.#side) return;
    this.#side = side;
    if (this.#snapshot) this.#show(null);
  }

  get interactive() {
    return this.#interactive;
  }

  /** @param {boolean} interactive */
  set interactive(interactive) {
    this.#interactive = interactive;
    if (!interactive) this.#picked = null;
    this.#label();
  }

  /** @param {string[]} marks cells */
  set marks(marks) {
    this.#marks = marks;
    this.#label();
  }

  /** @param {Map<number, string>} notes */
  set notes(notes) {
    this.#notes = notes;
    this.#pieces?.note(notes, this.#pips);
  }

  /** @param {Map<number, Pip[]>} pips */
  set pips(pips) {
    this.#pips = pips;
    this.#pieces?.note(this.#notes, pips);
    this.#label();
  }

  /** @param {number | null} mask */
  set looked(mask) {
    this.#looked = mask;
    this.#label();
    this.#trace();
  }

  /** Put the keyboard on the mat. */
  focus() {
    if (this.#grid?.focused) this.#grid.focus(this.#grid.focused);
  }

  /** Let go of what is held, and draw the snapshot anew: after a refusal. */
  release() {
    this.#picked = null;
    this.#show(this.#snapshot);
  }

  #build() {
    this.innerHTML =
      '<div class="vb-frame"><div class="vb-letters" aria-hidden="true"></div><div class="vb-numbers" aria-hidden="true"></div>' +
      '<div class="vb-table"><div class="vb-ground-layer"></div><div class="vb-grid" role="grid"></div>' +
      '<div class="vb-masks" aria-hidden="true"></div><div class="vb-trail" aria-hidden="true"></div></div></div>' +
      '<div class="spoken vb-spoken" role="status" aria-live="polite"></div><p class="spoken vb-keys"></p>';
    const keys = /** @type {HTMLElement} */ (this.querySelector(".vb-keys"));
    keys.id = `vb-keys-${++boards}`;
    const grid = /** @type {HTMLElement} */ (this.querySelector(".vb-grid"));
    grid.setAttribute("aria-describedby", keys.id);
    this.#grid = new Grid(grid);
    this.#pieces = new Pieces(/** @type {HTMLElement} */ (this.querySelector(".vb-masks")));
    takeHands({
      grid,
      size: () => ({ columns: this.#layout?.columns ?? 0, rows: this.#layout?.rows ?? 0 }),
      cellAt: (place) => this.#layout?.cell(place) ?? null,
      movable: (cell) => this.#ways(cell).length > 0,
      press: (cell) => this.#press(cell),
      grab: (cell) => this.#grab(cell),
      drag: (dx, dy, cell) => this.#drag(dx, dy, cell),
      drop: (cell) => this.#drop(cell),
      focus: (cell) => this.#grid?.focus(cell),
      cancel: () => this.#cancel(),
    });
  }

  /** The mat itself: built anew only when its size or its side changes. */
  #lay() {
    const snapshot = /** @type {Snapshot} */ (this.#snapshot);
    const layout = new Layout(snapshot.columns, snapshot.rows, /** @type {Family} */ (this.side));
    if (layout.same(this.#layout)) return false;
    this.#layout = layout;
    this.style.setProperty("--columns", String(layout.columns));
    this.style.setProperty("--rows", String(layout.rows));
    const { letters, numbers } = layout.legend;
    const spans = (/** @type {string[]} */ texts) => texts.map((text) => `<span>${text}</span>`).join("");
    /** @type {Element} */ (this.querySelector(".vb-letters")).innerHTML = spans(letters);
    /** @type {Element} */ (this.querySelector(".vb-numbers")).innerHTML = spans(numbers);
    /** @type {Element} */ (this.querySelector(".vb-ground-layer")).innerHTML = mat(layout.columns, layout.rows, layout.side);
    this.#grid?.lay(layout);
    this.#word();
    this.#pieces?.clear();
    return true;
  }

  /** What the mat says of itself and of its cells, in the language of the moment. */
  #word() {
    if (!this.#layout) return;
    this.#grid?.name(this.#layout.side);
    /** @type {Element} */ (this.querySelector(".vb-keys")).textContent = t("Use the arrow keys to go from cell to cell, Enter to pick up a mask and put it down, Escape to let go.");
    this.#label();
  }

  /** @param {Snapshot | null} before */
  #show(before) {
    const snapshot = this.#snapshot;
    if (!snapshot || !this.#pieces || !this.isConnected) return;
    const anew = this.#lay() || !before || before.table !== snapshot.table;
    const known = before?.turns?.length ?? 0;
    const fresh = snapshot.turns?.length === known + 1 ? snapshot.turns[known] : null;
    if (this.#picked && (anew || !this.#ways(this.#picked).length)) this.#picked = null;
    this.#pieces.show(snapshot.masks, /** @type {Layout} */ (this.#layout), fresh, anew);
    this.#pieces.note(this.#notes, this.#pips);
    this.#label();
    this.#trace();
    if (!anew && fresh) this.#tell(fresh);
    const won = snapshot.end?.reason === "palace" ? snapshot.end.winner : null;
    for (const family of ["white", "red"]) {
      this.querySelector(`.vb-palace-${family}`)?.classList.toggle("vb-lit", !!won && won !== family);
    }
  }

  /** Say a turn aloud, and light the arch that a mask has entered. @param {import("../wire/messages.js").Turn} turn */
  #tell(turn) {
    const spoken = this.querySelector(".vb-spoken");
    if (spoken) spoken.textContent = turnSentence(turn);
    const layout = /** @type {Layout} */ (this.#layout);
    const goal = turn.family === "white" ? layout.rows : 1;
    if (Number(turn.target[1]) !== goal) return;
    const arch = this.querySelector(
      `.vb-palace-${turn.family === "white" ? "red" : "white"} [data-column="${layout.place(turn.target).x}"]`,
    );
    arch?.classList.add("vb-lit");
    setTimeout(() => arch?.classList.remove("vb-lit"), PALACE_GLOW);
  }

  /** @param {string} cell */
  #ways(cell) {
    return (this.#interactive && this.#snapshot?.moves?.[cell]) || [];
  }

  /** What each cell says and shows. */
  #label() {
    const [snapshot, grid] = [this.#snapshot, this.#grid];
    if (!snapshot || !grid || !this.#layout) return;
    const standing = new Map(snapshot.masks.map((mask) => [mask.cell, mask]));
    const targets = new Set(this.#picked ? this.#ways(this.#picked) : []);
    const last = snapshot.turns?.at(-1);
    const before = snapshot.phase === "waiting" || snapshot.phase === "deploying";
    this.toggleAttribute("data-picking", !!this.#picked);
    for (const cell of grid.cells.keys()) {
      const mask = standing.get(cell);
      const [picked, target, moves] = [cell === this.#picked, targets.has(cell), this.#ways(cell).length];
      const can = (mask && this.#pips.get(mask.mask)?.map(({ role }) => role)) ?? [];
      const swap = target && !!mask && mask.family === snapshot.seat;
      const label = cellLabel(cell, mask, { own: snapshot.seat, moves, target, picked, can, before });
      grid.mark(cell, label, picked || moves ? picked : null, {
        "vb-picked": picked,
        "vb-target": target && !mask,
        "vb-capture": target && !!mask && !swap,
        "vb-swap": swap,
        "vb-looked": !!mask && mask.mask === this.#looked,
        "vb-movable": moves > 0,
        "vb-from": last?.origin === cell,
        "vb-to": last?.target === cell,
        "vb-look": this.#marks.includes(cell),
      });
    }
    for (const mask of snapshot.masks) {
      this.#pieces?.get(mask.mask)?.element.classList.toggle("vb-held", mask.cell === this.#picked);
    }
    grid.enterAt(grid.focused ?? this.#start());
  }

  /** Where the keyboard begins: a mask that can move, or the nearest corner. */
  #start() {
    const movable = [...(this.#grid?.cells.keys() ?? [])].find((cell) => this.#ways(cell).length);
    return movable ?? this.#layout?.cell({ x: 0, y: this.#layout.rows - 1 }) ?? null;
  }

  /** The way of the mask that is looked at. */
  #trace() {
    const [layer, snapshot] = [this.querySelector(".vb-trail"), this.#snapshot];
    if (!layer || !snapshot || !this.#layout) return;
    const standing = snapshot.masks.some((mask) => mask.mask === this.#looked);
    const cells = this.#looked !== null && standing ? trail(snapshot.turns, this.#looked) : [];
    layer.innerHTML = trailPicture(cells, this.#layout);
  }

  /** Let go of what is held, and look at nothing. */
  #cancel() {
    this.#pick(null);
    this.#emit("look", { cell: null, mask: null });
  }

  /** @param {string | null} cell */
  #pick(cell) {
    if (cell === this.#picked) return;
    this.#picked = cell;
    this.#label();
    this.#emit("pick", { cell });
  }

  /** @param {string} cell */
  #press(cell) {
    if (!this.#interactive) return;
    this.#grid?.focus(cell);
    if (this.#picked && this.#ways(this.#picked).includes(cell)) return this.#move(this.#picked, cell);
    if (this.#picked === cell) return this.#pick(null);
    if (this.#ways(cell).length) return this.#pick(cell);
    this.#pick(null);
    const mask = this.#snapshot?.masks.find((standing) => standing.cell === cell);
    this.#emit("look", { cell, mask: mask?.mask ?? null });
  }

  /** @param {string} origin @param {string} target */
  #move(origin, target) {
    this.#pick(null);
    this.#emit("move", { origin, target });
  }

  #held() {
    const mask = this.#snapshot?.masks.find((standing) => standing.cell === this.#picked);
    return mask && this.#pieces?.get(mask.mask);
  }

  /** @param {string} cell */
  #grab(cell) {
    this.#grid?.focus(cell);
    this.#pick(cell);
    this.#held()?.element.classList.add("vb-dragged");
  }

  /** @param {number} dx @param {number} dy @param {string | null} over the cell below */
  #drag(dx, dy, over) {
    const piece = this.#held();
    if (piece) piece.element.style.translate = `${dx}px ${dy}px`;
    for (const [cell, element] of this.#grid?.cells ?? []) element.classList.toggle("vb-over", cell === over);
  }

  /** @param {string | null} cell */
  #drop(cell) {
    const [piece, origin] = [this.#held(), this.#picked];
    if (!piece || !origin || !this.#layout) return;
    const size = (this.#grid?.element.clientWidth ?? 0) / this.#layout.columns;
    const [dx, dy] = piece.element.style.translate.split(" ").map((text) => parseFloat(text) || 0);
    piece.element.style.translate = "";
    piece.element.classList.remove("vb-dragged");
    this.querySelector(".vb-over")?.classList.remove("vb-over");
    piece.put({ x: piece.at.x + dx / size, y: piece.at.y + (dy ?? 0) / size });
    const legal = cell !== null && this.#ways(origin).includes(cell);
    piece.glide(this.#layout.place(legal ? cell : origin), size);
    if (legal) this.#move(origin, cell);
    else this.#pick(null);
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("volto-board", VoltoBoard);

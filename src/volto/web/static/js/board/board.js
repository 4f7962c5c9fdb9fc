// @ts-check
/**
 * `<volto-board>`: draws a Snapshot and offers its moves. `snapshot = …` shows it as it is;
 * `await perform(snapshot)` plays the turn that leads to it, an unmasking and the end of the game
 * with it, and can be hurried or skipped. Pages that use it also link `css/board.css`.
 *
 * Properties: `snapshot`, `side` (who sits at the bottom), `interactive`, `marks` (cells to look at),
 * `notes` (mask number → roles pencilled on it), `pips` (mask number → roles it can still have),
 * `looked` (the mask that is looked at: it has a ring and shows its trail). The attribute `fill` fits
 * the mat into its parent in both directions.
 * Events: `move` ({origin, target}), `pick` ({cell} or {cell: null}), `look` ({cell, mask}): a press on
 * a mask that cannot be moved now; {cell: null, mask: null}: the look is over; `beat` ({beat, turn,
 * snapshot}) while something is performed.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("./pips.js").Pip} Pip
 */
import { t } from "../site/i18n.js";
import { rivalOf } from "../wire/messages.js";
import { mat } from "./art.js";
import { Beats, Cancelled } from "./beats.js";
import { Grid } from "./grid.js";
import { takeHands } from "./hands.js";
import { cellLabel, turnSentence, unmasking } from "./labels.js";
import { Layout } from "./layout.js";
import { Pieces } from "./pieces.js";
import { Ribbon } from "./ribbon.js";
import { trail, trailPicture } from "./trail.js";

const PALACE_GLOW = 1600;
const APPLAUSE = 800; // how long the last picture stands before anything else is said
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
  /** @type {Beats | null} */ #beats = null;
  /** @type {Ribbon | null} */ #ribbon = null;

  #speak = () => {
    /** @type {Element} */ (this.querySelector(".vb-spoken")).textContent = ""; // it was said, in another language
    this.#word();
  };
  /** A page in the background has nobody to perform for. */ #unseen = () => document.hidden && this.skip();

  connectedCallback() {
    if (!this.#grid) this.#build();
    this.#show(null);
    document.addEventListener("language", this.#speak);
    document.addEventListener("visibilitychange", this.#unseen);
  }

  disconnectedCallback() {
    document.removeEventListener("language", this.#speak);
    document.removeEventListener("visibilitychange", this.#unseen);
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

  /**
   * Play what leads from the snapshot that is shown to this one; resolves when it has been told.
   * @param {Snapshot} snapshot
   * @param {{tray?: (family: Family) => Element | null}} [means] `tray` is where the captured masks of a family go
   */
  async perform(snapshot, { tray = () => null } = {}) {
    this.#ribbon?.hide();
    const before = this.#snapshot;
    const known = before?.turns.length ?? 0;
    const turn = snapshot.turns.length === known + 1 ? snapshot.turns[known] : null;
    const ended = !!snapshot.end && !before?.end;
    if (!before || this.#beats || !this.#pieces || !this.#layout || (!turn && !ended)) {
      this.snapshot = snapshot;
      return;
    }
    this.#beats = new Beats(this);
    this.#picked = null;
    this.#label();
    try {
      await this.#play(snapshot, turn, ended, this.#beats, tray);
    } catch (error) {
      if (error instanceof Cancelled) return; // somebody wants to see something else
      throw error;
    }
    this.#beats = null;
    this.#snapshot = snapshot;
    this.#show(before);
  }

  /**
   * @param {Snapshot} snapshot @param {import("../wire/messages.js").Turn | null} turn @param {boolean} ended
   * @param {Beats} beats @param {(family: Family) => Element | null} tray
   */
  async #play(snapshot, turn, ended, beats, tray) {
    const [pieces, layout] = [/** @type {Pieces} */ (this.#pieces), /** @type {Layout} */ (this.#layout)];
    this.#trace();
    const tell = (/** @type {string} */ beat) => {
      if (beat === "name" && turn) this.#ribbon?.show(turn, snapshot.seat, layout);
      this.#emit("beat", { beat, turn, snapshot });
    };
    if (turn?.captured) {
      const to = tray(rivalOf(turn.family))?.getBoundingClientRect() ?? null;
      await pieces.capture(turn, layout, beats, { tell, tray: to?.width ? to : null, stays: ended });
    } else if (turn) {
      tell("move");
      await pieces.move(turn, layout, beats);
    }
    if (turn) this.#tell(turn, snapshot.seat);
    if (turn && this.#entered(turn)) tell("palace");
    if (ended) await this.#finale(snapshot, beats, tell);
  }

  /** Come to the end of what is being performed, or of what is still to be read. */
  skip() {
    if (this.#beats) this.#beats.skip();
    else this.#ribbon?.hide();
  }

  /** @param {number} behind how many happenings wait for this one to be told */
  hurry(behind) {
    this.#beats?.hurry(behind);
  }

  /** @param {Snapshot} snapshot of a game that has just ended @param {Beats} beats @param {(beat: string) => void} tell */
  async #finale(snapshot, beats, tell) {
    const [pieces, layout] = [/** @type {Pieces} */ (this.#pieces), /** @type {Layout} */ (this.#layout)];
    const winner = snapshot.end?.winner ?? null;
    const decisive = deciding(snapshot);
    const last = decisive.at(-1);
    tell("verdict");
    await pieces.unmaskAll(snapshot.masks, layout, beats, {
      from: winner ?? layout.side,
      deciding: last ? [last.mask, last.taken ?? -1] : [],
    });
    this.#light(winner);
    tell("end");
    pieces.show(snapshot.masks, layout, false);
    pieces.haunt(decisive, layout, true);
    await Promise.all([pieces.crown(crowned(snapshot), beats), pieces.bow(beats)]);
    await beats.wait(APPLAUSE);
  }

  #build() {
    this.innerHTML =
      '<div class="vb-frame"><div class="vb-letters" aria-hidden="true"></div><div class="vb-numbers" aria-hidden="true"></div>' +
      '<div class="vb-table"><div class="vb-ground-layer"></div><div class="vb-grid" role="grid"></div>' +
      '<div class="vb-masks" aria-hidden="true"></div><div class="vb-trail" aria-hidden="true"></div>' +
      '<div class="vb-ribbon" aria-hidden="true" hidden></div></div></div>' +
      '<div class="spoken vb-spoken" role="status" aria-live="polite"></div><p class="spoken vb-keys"></p>';
    const keys = /** @type {HTMLElement} */ (this.querySelector(".vb-keys"));
    keys.id = `vb-keys-${++boards}`;
    const grid = /** @type {HTMLElement} */ (this.querySelector(".vb-grid"));
    grid.setAttribute("aria-describedby", keys.id);
    this.#grid = new Grid(grid);
    this.#pieces = new Pieces(/** @type {HTMLElement} */ (this.querySelector(".vb-masks")));
    this.#ribbon = new Ribbon(/** @type {HTMLElement} */ (this.querySelector(".vb-ribbon")));
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
    this.#beats?.cancel();
    this.#beats = null;
    this.#pieces.rest();
    const anew = this.#lay() || !before || before.table !== snapshot.table;
    if (anew || snapshot.turns.length < before.turns.length) this.#ribbon?.hide();
    const layout = /** @type {Layout} */ (this.#layout);
    if (this.#picked && (anew || !this.#ways(this.#picked).length)) this.#picked = null;
    this.#pieces.show(snapshot.masks, layout, anew);
    this.#pieces.haunt(snapshot.end ? deciding(snapshot) : [], layout);
    void this.#pieces.crown(crowned(snapshot));
    this.#pieces.note(this.#notes, this.#pips);
    this.#label();
    this.#trace();
    this.#light(snapshot.end?.winner ?? null);
  }

  /** The winner's palace is lit. @param {Family | null} winner */
  #light(winner) {
    for (const family of ["white", "red"]) {
      this.querySelector(`.vb-palace-${family}`)?.classList.toggle("vb-lit", family === winner);
    }
  }

  /** Say a turn aloud. @param {import("../wire/messages.js").Turn} turn @param {Family | null} own */
  #tell(turn, own) {
    const { title, words } = unmasking(turn, own);
    const spoken = this.querySelector(".vb-spoken");
    if (spoken) spoken.textContent = [turnSentence(turn), title && `${title} ${words}`].filter(Boolean).join(" ");
  }

  /** Whether a turn leads into the rival's palace; its arch is lit for a moment. @param {import("../wire/messages.js").Turn} turn */
  #entered(turn) {
    const layout = /** @type {Layout} */ (this.#layout);
    const goal = turn.family === "white" ? layout.rows : 1;
    if (Number(turn.target[1]) !== goal) return false;
    const arch = this.querySelector(
      `.vb-palace-${rivalOf(turn.family)} [data-column="${layout.place(turn.target).x}"]`,
    );
    arch?.classList.add("vb-lit");
    setTimeout(() => arch?.classList.remove("vb-lit"), PALACE_GLOW);
    return true;
  }

  /** @param {string} cell */
  #ways(cell) {
    return (this.#interactive && !this.#beats && this.#snapshot?.moves?.[cell]) || [];
  }

  /** What each cell says and shows. */
  #label() {
    const [snapshot, grid] = [this.#snapshot, this.#grid];
    if (!snapshot || !grid || !this.#layout) return;
    const standing = new Map(snapshot.masks.map((mask) => [mask.cell, mask]));
    const targets = new Set(this.#picked ? this.#ways(this.#picked) : []);
    const last = snapshot.turns?.at(-1);
    const isOwn = (/** @type {string} */ cell) => !!snapshot.seat && standing.get(cell)?.family === snapshot.seat;
    this.toggleAttribute("data-picking", !!this.#picked);
    for (const cell of grid.cells.keys()) {
      const mask = standing.get(cell);
      const [picked, target, moves] = [cell === this.#picked, targets.has(cell), this.#ways(cell).length];
      const can = (mask && this.#pips.get(mask.mask)?.map(({ role }) => role)) ?? [];
      const swap = target && isOwn(cell);
      const label = cellLabel(cell, mask, { own: snapshot.seat, moves, target, picked, can, swaps: this.#ways(cell).some(isOwn) });
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
    const standing = !this.#beats && snapshot.masks.some((mask) => mask.mask === this.#looked);
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
    void piece.glide(this.#layout.place(legal ? cell : origin), size);
    if (legal) this.#move(origin, cell);
    else this.#pick(null);
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

/** The turns that decided a finished game by a capture. @param {Snapshot} snapshot */
function deciding({ end, turns, ladies }) {
  if (end?.reason === "candidate-captured" || end?.reason === "candidate-took-lady") return turns.slice(-1);
  if (end?.reason !== "ladies") return [];
  return turns.filter((turn) => turn.captured === "L" && (turn.family === end.winner) === (ladies === "captor"));
}

/** The mask that becomes Doge. @param {Snapshot} snapshot */
function crowned({ end, masks }) {
  if (!end?.winner) return null;
  return masks.find((mask) => mask.role === "C" && mask.family === end.winner)?.mask ?? null;
}

customElements.define("volto-board", VoltoBoard);

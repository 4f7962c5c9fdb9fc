// @ts-check
/**
 * The masks on the mat as elements: each keeps its number for life, glides to its new cell, turns
 * round when it is unmasked and leaves when it is captured. A role that is not known is not in the
 * document.
 *
 * @typedef {import("../wire/messages.js").Standing} Standing
 * @typedef {import("../wire/messages.js").Turn} Turn
 * @typedef {import("./beats.js").Beats} Beats
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./art.js").Role} Role
 * @typedef {import("./pips.js").Pip} Pip
 */
import { rivalOf } from "../wire/messages.js";
import { back, corno, face, picture, sign } from "./art.js";
import { pipsPicture } from "./pips.js";

const MOVE = { duration: 220, easing: "cubic-bezier(.3,.05,.25,1)" };
const TURN = { duration: 480, easing: "cubic-bezier(.45,.05,.3,1)" };
const LIFT = 160;
const BREATH = 280;
const NAME = { seen: 400, read: 900 };
const LEAVE = { duration: 300, easing: "ease-in" };
const LIGHT = 420; // how long the deciding mask stands alone in the light
const ROW = 60; // between two rows of masks that turn
const ASIDE = 0.27; // of a cell: how far captor and captured stand apart

const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Piece {
  /** @param {Standing} mask @param {Layout} layout */
  constructor(mask, layout) {
    this.number = mask.mask;
    this.family = mask.family;
    this.away = mask.family !== layout.side;
    /** @type {Role | null} */
    this.role = null;
    this.element = document.createElement("div");
    this.element.className = `vb-mask ${mask.family}`;
    this.element.innerHTML =
      '<div class="vb-shadow"></div><div class="vb-lift"><div class="vb-turn">' +
      `${picture(face(mask.family, mask.mask), "vb-side vb-face")}</div></div>`;
    this.lifted = /** @type {HTMLElement} */ (this.element.children[1]);
    this.turned = /** @type {HTMLElement} */ (this.lifted.firstElementChild);
    this.at = layout.place(mask.cell);
    this.put(this.at);
  }

  /** @param {Place} place */
  put(place) {
    this.at = place;
    this.element.style.setProperty("--x", String(place.x));
    this.element.style.setProperty("--y", String(place.y));
  }

  /** Show the back with this role, or the face alone. @param {Role | null} role */
  know(role) {
    if (role === this.role) return;
    this.turned.querySelector(".vb-back")?.remove();
    this.role = role;
    this.turned.classList.toggle("vb-known", role !== null);
    if (role) this.turned.insertAdjacentHTML("beforeend", picture(back(this.family, this.number, role, this.away), "vb-side vb-back"));
  }

  /** Turn round for all to see; a mask whose back was seen turns once about. @param {Role} role @param {Beats} beats */
  async unmask(role, beats) {
    const from = this.role ? -180 : 0;
    this.know(role);
    await beats.play(this.turned, [{ transform: `rotateY(${from}deg)` }, { transform: "rotateY(180deg)" }], TURN);
  }

  /** Glide with a little lift. @param {Place} place @param {number} size of a cell in pixels @param {Beats} [beats] */
  async glide(place, size, beats) {
    const from = this.at;
    this.put(place);
    const [dx, dy] = [(from.x - place.x) * size, (from.y - place.y) * size];
    if (calm.matches || (!dx && !dy)) return;
    this.element.classList.add("vb-moving");
    const path = [{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }];
    const lift = [
      { transform: "none" },
      { transform: "translateY(-9%) scale(1.07)", offset: 0.45 },
      { transform: "translateY(1.5%) scale(.985)", offset: 0.85 },
      { transform: "none" },
    ];
    const settle = { duration: MOVE.duration + 60 };
    if (beats) await Promise.all([beats.play(this.element, path, MOVE), beats.play(this.lifted, lift, settle)]);
    else await Promise.all([this.element.animate(path, MOVE).finished, this.lifted.animate(lift, settle).finished]).catch(() => {});
    this.element.classList.remove("vb-moving");
  }

  /** Fade away to somewhere. @param {{x: number, y: number}} way in pixels @param {Beats} beats */
  async leave(way, beats) {
    this.element.classList.add("vb-leaving");
    await beats.play(
      this.element,
      [{ opacity: 1, translate: "0 0" }, { opacity: 0.9, offset: 0.7 }, { opacity: 0, translate: `${way.x}px ${way.y}px`, scale: "0.45" }],
      LEAVE,
    );
    this.element.remove();
  }

  /** The Doge's cap, or none. @param {boolean} on */
  crown(on) {
    const cap = this.element.querySelector(".vb-corno");
    if (!on) cap?.remove();
    else if (!cap) this.lifted.insertAdjacentHTML("beforeend", picture(corno(this.family), "vb-corno"));
    return this.element.querySelector(".vb-corno");
  }

  /** What its rival has pencilled on it, else what is known of it. @param {string} roles @param {Pip[]} pips */
  note(roles, pips) {
    this.#mark("vb-note", roles && noted(roles));
    this.#mark("vb-pips", !roles && pips.length ? pipsPicture(pips) : "");
  }

  /** @param {string} name @param {string} drawing none if empty */
  #mark(name, drawing) {
    let mark = this.element.querySelector(`.${name}`);
    if (!drawing) return mark?.remove();
    if (!mark) {
      mark = document.createElement("div");
      mark.className = name;
      this.element.append(mark);
    }
    mark.innerHTML = drawing;
  }
}

/** Pencil marks. @param {string} roles */
function noted(roles) {
  const signs = /** @type {Role[]} */ ([...roles])
    .map((role, i) => `<g transform="translate(${i * 22 + 11} 11)">${sign(role)}</g>`)
    .join("");
  return `<svg viewBox="0 0 ${roles.length * 22} 22" focusable="false">${signs}</svg>`;
}

export class Pieces {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Map<number, Piece>} */
    this.pieces = new Map();
  }

  clear() {
    this.layer.replaceChildren();
    this.pieces.clear();
  }

  /**
   * Let the masks stand as told.
   * @param {Standing[]} masks
   * @param {Layout} layout
   * @param {boolean} still without any motion
   */
  show(masks, layout, still) {
    const size = this.#size(layout);
    const standing = new Set(masks.map((mask) => mask.mask));
    for (const [number, piece] of this.pieces) {
      if (standing.has(number)) continue;
      piece.element.remove();
      this.pieces.delete(number);
    }
    for (const gone of this.layer.querySelectorAll(".vb-leaving, .vb-ghost")) gone.remove();
    for (const mask of masks) {
      let piece = this.pieces.get(mask.mask);
      const place = layout.place(mask.cell);
      if (!piece) {
        piece = new Piece(mask, layout);
        this.pieces.set(mask.mask, piece);
        this.layer.append(piece.element);
      } else if (still) piece.put(place);
      else void piece.glide(place, size);
      piece.know(mask.role);
    }
  }

  /** A turn without a capture. @param {Turn} turn @param {Layout} layout @param {Beats} beats */
  async move(turn, layout, beats) {
    await this.pieces.get(turn.mask)?.glide(layout.place(turn.target), this.#size(layout), beats);
  }

  /**
   * A capture in five beats: the captor lifts and arrives, a breath, the mask turns, its name is told.
   * @param {Turn} turn
   * @param {Layout} layout
   * @param {Beats} beats
   * @param {{tell: (beat: "lift" | "arrive" | "breath" | "turn" | "name") => void, tray: DOMRect | null, stays: boolean}} means
   *   `tray` is where captured masks go; one that decides the game `stays`
   */
  async capture(turn, layout, beats, { tell, tray, stays }) {
    const [captor, taken] = [this.pieces.get(turn.mask), this.pieces.get(turn.taken ?? -1)];
    if (!captor || !taken || !turn.captured) return this.move(turn, layout, beats);
    const [size, target] = [this.#size(layout), layout.place(turn.target)];
    const way = towards(captor.at, target);
    const actors = [captor, taken];
    for (const { element } of actors) element.classList.add("vb-actor");
    tell("lift");
    captor.element.classList.add("vb-raised");
    await beats.wait(LIFT);
    captor.element.classList.remove("vb-raised");
    const beside = (/** @type {number} */ share) => ({ x: target.x + way.x * share, y: target.y + way.y * share });
    await Promise.all([captor.glide(beside(-ASIDE), size, beats), taken.glide(beside(ASIDE * 0.6), size, beats)]);
    tell("arrive");
    this.layer.classList.add("vb-hush");
    if (!beats.still) this.#dust(target);
    tell("breath");
    await beats.wait(BREATH);
    tell("turn");
    taken.element.classList.add("vb-unmasked");
    await taken.unmask(turn.captured, beats);
    if (turn.captor) await captor.unmask(turn.captor, beats);
    tell("name");
    await beats.wait(NAME.seen, NAME.read);
    for (const { element } of actors) element.classList.remove("vb-unmasked");
    if (stays) return; // the end begins with these two in the light
    this.layer.classList.remove("vb-hush");
    if (turn.captor) {
      // Both are drawn into the arch of her palace.
      const palace = (taken.away ? 0 : layout.rows - 1) - target.y;
      const into = { x: 0, y: (palace || (taken.away ? -0.7 : 0.7)) * size };
      await Promise.all(actors.map((piece) => this.#leave(piece, into, beats)));
    } else {
      const away = tray ? between(taken.element.getBoundingClientRect(), tray) : { x: 0, y: -0.4 * size };
      await Promise.all([captor.glide(target, size, beats), this.#leave(taken, away, beats)]);
    }
    captor.element.classList.remove("vb-actor");
  }

  /** @param {Piece} piece @param {{x: number, y: number}} way @param {Beats} beats */
  #leave(piece, way, beats) {
    this.pieces.delete(piece.number);
    return piece.leave(way, beats);
  }

  /**
   * The end: what decided it alone in the light, then all masks turn, row by row from the winner's palace.
   * @param {Standing[]} masks as they stand, all known
   * @param {Layout} layout
   * @param {Beats} beats
   * @param {{from: import("./art.js").Family, deciding: number[]}} facts the masks that decided it
   */
  async unmaskAll(masks, layout, beats, { from, deciding }) {
    for (const number of deciding) this.pieces.get(number)?.element.classList.add("vb-actor");
    if (deciding.length) this.layer.classList.add("vb-hush");
    if (deciding.length) await beats.wait(LIGHT);
    this.layer.classList.remove("vb-hush");
    const bottom = from === layout.side;
    const turning = [];
    for (const mask of masks) {
      const [piece, { y }] = [this.pieces.get(mask.mask), layout.place(mask.cell)];
      if (!piece || !mask.role || piece.role) continue;
      const role = mask.role;
      turning.push(beats.wait((bottom ? layout.rows - 1 - y : y) * ROW * 2 + 1).then(() => piece.unmask(role, beats)));
    }
    await Promise.all(turning);
    for (const { element } of this.pieces.values()) element.classList.remove("vb-actor");
  }

  /** The cap comes down on a mask's head; null: on nobody's. @param {number | null} number @param {Beats} [beats] */
  async crown(number, beats) {
    for (const piece of this.pieces.values()) {
      const cap = piece.crown(piece.number === number);
      if (!cap || !beats) continue;
      piece.element.classList.add("vb-actor");
      await beats.play(
        cap,
        [{ opacity: 0, transform: "translateY(-120%)" }, { opacity: 1, offset: 0.4 }, { transform: "translateY(4%)", offset: 0.85 }, { opacity: 1, transform: "none" }],
        { duration: 700, easing: "cubic-bezier(.35,.1,.3,1)" },
      );
      piece.element.classList.remove("vb-actor");
    }
  }

  /**
   * Shades of those who fell in these turns and decided the game, where they fell.
   * @param {Turn[]} turns @param {Layout} layout @param {boolean} [crowded] also where somebody else stands now
   */
  haunt(turns, layout, crowded = false) {
    const stands = new Map([...this.pieces.values()].map(({ at, number }) => [`${at.x} ${at.y}`, number]));
    for (const turn of turns) {
      const { x, y } = layout.place(turn.target);
      const other = stands.get(`${x} ${y}`) ?? turn.mask;
      if (other !== turn.mask && !crowded) continue;
      const family = rivalOf(turn.family);
      const fallen = /** @type {const} */ ([[family, turn.taken, turn.captured, -1], [turn.family, turn.mask, turn.captor, 1]]);
      for (const [of, number, role, side] of fallen) {
        if (number === null || !role || this.pieces.has(number)) continue;
        const shade = new Piece({ mask: number, family: of, cell: turn.target, role }, layout);
        shade.put({ x: shade.at.x + side * ASIDE, y: shade.at.y });
        shade.know(role);
        shade.element.classList.add("vb-ghost");
        this.layer.append(shade.element);
      }
    }
  }

  /** The shades bow. @param {Beats} beats */
  async bow(beats) {
    const bowing = [{ opacity: 0, transform: "none" }, { opacity: 1, offset: 0.3 }, { transform: "translateY(6%) rotate(9deg)", offset: 0.6 }, { transform: "none" }];
    await Promise.all([...this.layer.querySelectorAll(".vb-ghost .vb-lift")].map((shade) => beats.play(shade, bowing, { duration: 900 })));
  }

  /** Nobody is on stage any more. */
  rest() {
    this.layer.classList.remove("vb-hush");
    for (const { element } of this.pieces.values()) element.classList.remove("vb-actor", "vb-raised", "vb-unmasked", "vb-moving");
  }

  /** @param {Map<number, string>} notes @param {Map<number, Pip[]>} pips */
  note(notes, pips) {
    for (const [number, piece] of this.pieces) piece.note(notes.get(number) ?? "", pips.get(number) ?? []);
  }

  /** @param {number} number */
  get(number) {
    return this.pieces.get(number);
  }

  /** The side of a cell in pixels. @param {Layout} layout */
  #size(layout) {
    return this.layer.clientWidth / layout.columns;
  }

  /** Dust of light where a captor lands. @param {Place} place */
  #dust(place) {
    const dust = document.createElement("div");
    dust.className = "vb-dust";
    dust.style.setProperty("--x", String(place.x));
    dust.style.setProperty("--y", String(place.y));
    this.layer.append(dust);
    dust.animate([{ opacity: 0.9, scale: "0.5" }, { opacity: 0, scale: "1.25" }], { duration: 520, easing: "ease-out" }).onfinish = () => dust.remove();
  }
}

/** One step's direction. @param {Place} from @param {Place} to */
function towards(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

/** The way from the middle of a box to that of another. @param {DOMRect} from @param {DOMRect} to */
function between(from, to) {
  return { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y + to.height / 2 - from.y - from.height / 2 };
}

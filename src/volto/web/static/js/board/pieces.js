// @ts-check
/**
 * The masks on the mat as elements: each keeps its number for life, glides to its new cell, turns
 * round when it is unmasked and leaves when it is captured. A role that is not known is not in the
 * document.
 *
 * @typedef {import("../wire/messages.js").Standing} Standing
 * @typedef {import("../wire/messages.js").Turn} Turn
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./art.js").Role} Role
 * @typedef {import("./pips.js").Pip} Pip
 */
import { back, face, picture, sign } from "./art.js";
import { pipsPicture } from "./pips.js";

const MOVE = { duration: 220, easing: "cubic-bezier(.3,.05,.25,1)" };
const TURN = { duration: 500, easing: "cubic-bezier(.45,.05,.3,1)" };
const LEAVE = { duration: 260, easing: "ease-in" };
const LOOK = 260; // how long an unmasked role stays to be read

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

  /** Show the back with this role, or the face alone. @param {Role | null} role @param {number} [delay] */
  know(role, delay) {
    if (role === this.role) return;
    this.turned.querySelector(".vb-back")?.remove();
    for (const animation of this.turned.getAnimations()) animation.cancel();
    this.role = role;
    this.turned.classList.toggle("vb-known", role !== null);
    if (!role) return;
    this.turned.insertAdjacentHTML("beforeend", picture(back(this.family, this.number, role, this.away), "vb-side vb-back"));
    if (delay !== undefined && !calm.matches) {
      this.turned.animate([{ transform: "rotateY(0)" }, { transform: "rotateY(180deg)" }], { ...TURN, delay, fill: "backwards" });
    }
  }

  /** Glide with a little lift. @param {Place} place @param {number} size of a cell in pixels */
  glide(place, size) {
    const from = this.at;
    this.put(place);
    const [dx, dy] = [(from.x - place.x) * size, (from.y - place.y) * size];
    if (calm.matches || (!dx && !dy)) return;
    this.element.classList.add("vb-moving");
    this.element.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], MOVE).onfinish = () =>
      this.element.classList.remove("vb-moving");
    this.lifted.animate(
      [
        { transform: "none" },
        { transform: "translateY(-9%) scale(1.07)", offset: 0.45 },
        { transform: "translateY(1.5%) scale(.985)", offset: 0.85 },
        { transform: "none" },
      ],
      { duration: MOVE.duration + 60 },
    );
  }

  /** Turn round for all to see, then leave. @param {Role} role @param {number} delay @param {number} aside */
  async leave(role, delay, aside) {
    this.element.classList.add("vb-leaving");
    if (calm.matches) return this.element.remove();
    const shown = this.role !== null;
    if (!shown) {
      this.turned.insertAdjacentHTML("beforeend", picture(back(this.family, this.number, role, this.away), "vb-side vb-back"));
    }
    const [from, to] = shown ? [180, 360] : [0, 180];
    const shift = `${aside * 26}%`;
    this.lifted.animate(
      [{ transform: "none" }, { transform: `translate(${shift}, -7%) scale(1.12)` }],
      { duration: 240, delay, fill: "both", easing: "ease-out" },
    );
    const turning = this.turned.animate(
      [{ transform: `rotateY(${from}deg)` }, { transform: `rotateY(${to}deg)` }],
      { ...TURN, delay, fill: "both" },
    );
    await turning.finished.catch(() => {});
    const leaving = this.element.animate(
      [{ opacity: 1, translate: "0 0" }, { opacity: 0, translate: "0 -34%" }],
      { ...LEAVE, delay: LOOK, fill: "both" },
    );
    await leaving.finished.catch(() => {});
    this.element.remove();
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
   * @param {Turn | null} turn the turn that led here, if it is to be seen
   * @param {boolean} still without any motion
   */
  show(masks, layout, turn, still) {
    const size = this.layer.clientWidth / layout.columns;
    const standing = new Set(masks.map((mask) => mask.mask));
    if (turn && !still) this.#depart(turn, standing, layout, size);
    for (const [number, piece] of this.pieces) {
      if (standing.has(number)) continue;
      piece.element.remove();
      this.pieces.delete(number);
    }
    let turning = turn?.captured ? 3 : 0;
    for (const mask of masks) {
      let piece = this.pieces.get(mask.mask);
      if (!piece) {
        piece = new Piece(mask, layout);
        piece.know(mask.role);
        this.pieces.set(mask.mask, piece);
        this.layer.append(piece.element);
        continue;
      }
      const place = layout.place(mask.cell);
      if (still) piece.put(place);
      else piece.glide(place, size);
      const revealed = !still && mask.role && !piece.role;
      piece.know(mask.role, revealed ? turning++ * 45 : undefined);
    }
  }

  /** @param {Turn} turn @param {Set<number>} standing @param {Layout} layout @param {number} size */
  #depart(turn, standing, layout, size) {
    const taken = turn.taken === null ? undefined : this.pieces.get(turn.taken);
    if (!taken || !turn.captured || standing.has(taken.number)) return;
    const captor = this.pieces.get(turn.mask);
    const together = captor && turn.captor && !standing.has(captor.number) ? turn.captor : null;
    void taken.leave(turn.captured, MOVE.duration - 40, together ? -1 : 0);
    this.pieces.delete(taken.number);
    if (!captor || !together) return;
    captor.glide(layout.place(turn.target), size);
    void captor.leave(together, MOVE.duration - 40, 1);
    this.pieces.delete(captor.number);
  }

  /** @param {Map<number, string>} notes @param {Map<number, Pip[]>} pips */
  note(notes, pips) {
    for (const [number, piece] of this.pieces) piece.note(notes.get(number) ?? "", pips.get(number) ?? []);
  }

  /** @param {number} number */
  get(number) {
    return this.pieces.get(number);
  }
}

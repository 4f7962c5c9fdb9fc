// @ts-check
/**
 * The recorded game on the home page: it plays by itself, over and over, as long as somebody can see
 * it and nobody has stopped it. Where motion is unwelcome it is a picture.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/messages.js").Change} Change
 * @typedef {import("../board/board.js").VoltoBoard} VoltoBoard
 * @typedef {{start: Snapshot, changes: Change[], still: number}} Recorded
 */
import { icon } from "../site/dom.js";
import { t } from "../site/i18n.js";
import { applyChange } from "../wire/messages.js";

const PACE = { first: 1600, turn: 650, capture: 1200, end: 5000 }; // how long what was just shown is looked at
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Every snapshot of a recorded game. @param {Recorded} recorded @returns {Snapshot[]} */
export function scenesOf({ start, changes }) {
  const scenes = [start];
  for (const change of changes) scenes.push(applyChange(scenes[scenes.length - 1], change));
  return scenes;
}

export class Showcase {
  #ply = 0;
  #stopped = false;
  #seen = false;
  /** How often it was begun or halted: only the last run goes on. */ #runs = 0;
  #running = false;

  /** @param {VoltoBoard} board @param {HTMLElement} button that stops it @param {Recorded} recorded */
  constructor(board, button, recorded) {
    this.board = board;
    this.button = button;
    this.scenes = scenesOf(recorded);
    this.still = recorded.still;
    button.addEventListener("click", () => {
      this.#stopped = !this.#stopped;
      this.speak();
      this.#follow();
    });
    document.addEventListener("visibilitychange", () => this.#follow());
    still.addEventListener("change", () => this.#begin());
    new IntersectionObserver(([entry]) => {
      this.#seen = entry.isIntersecting;
      this.#follow();
    }, { threshold: 0.3 }).observe(board);
    this.#begin();
  }

  #begin() {
    this.#ply = still.matches ? this.still : 0;
    this.board.snapshot = this.scenes[this.#ply];
    this.button.hidden = still.matches;
    this.speak();
    this.#follow();
  }

  /** What the button does, in the language of the moment. */
  speak() {
    const text = this.#stopped ? t("Play the demonstration") : t("Pause the demonstration");
    this.button.setAttribute("aria-label", text);
    this.button.title = text;
    this.button.replaceChildren(icon(this.#stopped ? "play" : "pause"));
  }

  /** Play if there is somebody to play for. */
  #follow() {
    const wanted = this.#seen && !this.#stopped && !document.hidden && !still.matches;
    if (wanted === this.#running) return;
    this.#running = wanted;
    const run = ++this.#runs;
    if (wanted) void this.#play(() => run === this.#runs);
    else this.board.skip();
  }

  /** @param {() => boolean} goesOn */
  async #play(goesOn) {
    for (;;) {
      const { turns, end } = this.scenes[this.#ply];
      const pause = end ? PACE.end : !turns.length ? PACE.first : turns[turns.length - 1].captured ? PACE.capture : PACE.turn;
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!goesOn()) return;
      this.#ply = (this.#ply + 1) % this.scenes.length;
      if (this.#ply) await this.board.perform(this.scenes[this.#ply]);
      else this.board.snapshot = this.scenes[0];
      if (!goesOn()) return;
    }
  }
}

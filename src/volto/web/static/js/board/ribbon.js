// @ts-check
/** The ribbon over the mat: who was under a mask that has just turned. */
import { rivalOf } from "../wire/messages.js";
import { back, picture } from "./art.js";
import { unmasking } from "./labels.js";

const STAYS = 3500; // milliseconds

export class Ribbon {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  /**
   * Above the cell or below it, where the mask itself stays in sight.
   * @param {import("../wire/messages.js").Turn} turn @param {import("./layout.js").Family | null} own the family that reads it
   * @param {import("./layout.js").Layout} layout
   */
  show(turn, own, layout) {
    this.hide();
    if (!turn.captured) return;
    const { title, words } = unmasking(turn, own);
    const { y } = layout.place(turn.target);
    const family = rivalOf(turn.family);
    this.element.style.setProperty("--y", String(y < 2 ? y + 1.15 : y - 0.85));
    this.element.className = `vb-ribbon ${family}`;
    this.element.innerHTML = picture(back(family, turn.taken ?? 0, turn.captured, family !== layout.side));
    for (const [tag, text] of [["b", title], ["span", words]]) {
      const line = document.createElement(tag);
      line.textContent = text;
      this.element.append(line);
    }
    this.element.hidden = false;
    this.#timer = setTimeout(() => this.hide(), STAYS);
  }

  hide() {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }
}

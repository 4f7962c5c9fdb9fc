// @ts-check
/** What the page says in its one line. */
import { el } from "../site/dom.js";
import { t } from "../site/i18n.js";

const FLASH = 5000;

export class Announcer {
  #flashed = "";

  /** @param {HTMLElement} line @param {() => void} redraw calls `say` again */
  constructor(line, redraw) {
    this.line = line;
    this.redraw = redraw;
  }

  /**
   * Whose turn it is, and what else is to be said; a flash comes first.
   * @param {string} turn @param {string | null} [look] @param {string | null} [quiet]
   * @param {string | null} [told] what the mat has said aloud, to be read again
   */
  say(turn, look = null, quiet = null, told = null) {
    const texts = this.#flashed ? [this.#flashed] : [turn, look, quiet, told];
    const lines = texts.map((text, i) => (text ? el("span", { class: ["say-turn", "say-look", "say-quiet", "say-told"][i], "aria-hidden": i === 3 && "true" }, text) : ""));
    if (this.line.textContent !== texts.join("")) this.line.replaceChildren(...lines);
    this.line.classList.toggle("flash", !!this.#flashed);
  }

  /** Something to read for a moment, or until it is hushed. @param {string} text @param {boolean} [stays] */
  flash(text, stays = false) {
    this.#flashed = text;
    this.redraw();
    if (stays) return;
    setTimeout(() => {
      if (this.#flashed !== text) return;
      this.hush();
      this.redraw();
    }, FLASH);
  }

  /** The flash has been read. */
  hush() {
    this.#flashed = "";
  }

  /** The line to the house is lost: that comes before anything else. @param {import("../wire/socket.js").Outage} outage */
  lost(outage) {
    const text = outageWords(outage);
    if (this.line.textContent !== text) this.line.replaceChildren(el("span", { class: "say-turn" }, text));
  }

  /** The key in the address opens nothing here. */
  wrong() {
    const text = t("The link may be old or mistyped. Ask for it again, or start a new game from the home page.");
    this.line.replaceChildren(el("span", { class: "say-turn" }, text));
  }
}

/** What is wrong, and that nobody need do anything. @param {import("../wire/socket.js").Outage} outage */
function outageWords(outage) {
  switch (outage) {
    case "broken":
      return t("Connection lost. Reconnecting…");
    case "gone":
      return t("The server does not answer. Your game is safe, and the page keeps trying.");
    case "restarting":
      return t("The server is restarting. Your game is safe and goes on in a moment.");
    case "helpless":
      return t("The server cannot take any moves at the moment. Your game is safe, and the page keeps trying.");
    case "offline":
      return t("You are offline. The game goes on as soon as you have a connection again.");
  }
}

// @ts-check
/**
 * Two at one screen: whose eyes the page is for. Between turns it is for nobody; it opens when the
 * next player holds the button, and closes as soon as the window loses their eyes.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 */
import { face, picture } from "../board/art.js";
import { art, el } from "../site/dom.js";
import { t } from "../site/i18n.js";

const HOLD = 500;
const PAUSE = 1000; // to see what a turn has led to

export class Handover {
  /** @type {Family | null} */ open = null;
  /** @type {Family | null} */ #due = null;
  /** @type {Snapshot["people"] | undefined} */ #people;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** @param {HTMLElement} screen @param {() => void} changed */
  constructor(screen, changed) {
    this.screen = screen;
    this.changed = changed;
    const close = () => this.close();
    document.addEventListener("language", () => {
      if (!screen.hidden) this.#ask();
    });
    addEventListener("blur", close);
    addEventListener("pagehide", close);
    document.addEventListener("visibilitychange", () => document.hidden && close());
  }

  /** Whose turn it is to look; null once nothing is secret any more. @param {Snapshot} snapshot */
  static due(snapshot) {
    if (snapshot.phase === "over") return null;
    if (snapshot.phase === "playing") return snapshot.to_move;
    return snapshot.people.white.ready ? "red" : "white";
  }

  /** The table has changed. @param {Snapshot} snapshot @param {boolean} seen whether a turn is being shown */
  follow(snapshot, seen) {
    const due = Handover.due(snapshot);
    this.#people = snapshot.people;
    if (due === this.#due && (due === null || this.open || !this.screen.hidden)) return;
    this.#due = due;
    this.open = null;
    clearTimeout(this.#timer);
    if (!due) {
      this.screen.hidden = true;
      this.screen.replaceChildren();
    } else if (seen) {
      this.#timer = setTimeout(() => this.#ask(), PAUSE);
    } else this.#ask();
  }

  /** Both look at what is played now. */
  share() {
    if (!this.open) return;
    this.open = null;
    this.changed();
  }

  /** Nobody looks any more. */
  close() {
    if (!this.#due || !this.open) return;
    this.open = null;
    this.changed();
    this.#ask();
  }

  #ask() {
    const due = this.#due;
    if (!due) return;
    clearTimeout(this.#timer);
    const name = this.#people?.[due].name;
    const hold = el("button", { type: "button", class: "primary big hold" }, el("span", { class: "hold-fill" }), el("span", {}, t("Hold to reveal")));
    this.#attach(hold);
    this.screen.replaceChildren(
      el(
        "div",
        { class: "handover-card" },
        art(picture(face(due, due === "white" ? 0 : 10), due)),
        el("h2", {}, name ? t("Hand the screen to {name}", { name }) : due === "white" ? t("Hand the screen to White") : t("Hand the screen to Red")),
        el("p", {}, name ? t("Only {name} may look now.", { name }) : due === "white" ? t("Only White may look now.") : t("Only Red may look now.")),
        hold,
      ),
    );
    this.screen.hidden = false;
    hold.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} hold */
  #attach(hold) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let keyed = false;
    const begin = () => {
      if (timer) return;
      hold.classList.add("holding");
      timer = setTimeout(() => this.#reveal(), HOLD);
    };
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
      hold.classList.remove("holding");
    };
    hold.addEventListener("pointerdown", (event) => {
      if (event.button === 0) begin();
    });
    for (const name of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) hold.addEventListener(name, stop);
    hold.addEventListener("contextmenu", (event) => event.preventDefault());
    hold.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      keyed = true;
      begin();
    });
    hold.addEventListener("click", (event) => {
      if (event.detail === 0 && !keyed) this.#reveal(); // a screen reader's press has no length
      keyed = false;
    });
  }

  #reveal() {
    this.open = this.#due;
    this.screen.hidden = true;
    this.screen.replaceChildren();
    this.changed();
  }
}

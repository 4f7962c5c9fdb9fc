// @ts-check
/**
 * What a rival says, in a bubble at its chip: a line at the start, when a trap of theirs has worked,
 * when the first mask is lost; the last words stand on the card of the end. They are chosen by what
 * everyone at the table has seen, and by nothing else.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {{start: string[], trap: string, taken: string, bluffed: string, won: string, lost: string, drawn: string}} Voice
 * @typedef {Pick<Snapshot, "phase" | "turns">} Seen
 */
import { el } from "../site/dom.js";
import { t } from "../site/i18n.js";

/** Milliseconds that a line stays, and more for each of its letters. */
const STAYS = 3000;
const LETTER = 55;
/** Endings that were won by deceit. */
const DECEIT = ["candidate-took-lady", "ladies", "palace"];

/**
 * What has come about for a family since it was last looked at; null: nothing to speak of.
 * @param {Seen | null} before nothing, for a page that has just come
 * @param {Seen} now
 * @param {Family} family
 * @returns {keyof Voice | null}
 */
export function occasion(before, now, family) {
  if (!before) return null;
  if (now.phase !== "playing") return null;
  if (before.phase !== "playing") return "start";
  const theirs = now.turns.filter((turn) => turn.family !== family && turn.captured);
  const latest = theirs.at(-1);
  if (!latest || now.turns.indexOf(latest) < before.turns.length) return null;
  if (latest.captured === "L") return "trap";
  return theirs.length === 1 ? "taken" : null;
}

/** How it ended for a family. @param {Pick<Snapshot, "end" | "ladies">} over @param {Family} family @returns {keyof Voice} */
export function ending({ end, ladies }, family) {
  if (!end?.winner) return "drawn";
  if (end.winner !== family) return "lost";
  return DECEIT.includes(end.reason) && !(end.reason === "ladies" && ladies === "captor") ? "bluffed" : "won";
}

/** The line for an occasion; where there are several, the table's name decides. @param {Voice} voice @param {keyof Voice} what @param {string} table */
export function line(voice, what, table) {
  const lines = [voice[what]].flat();
  return lines[[...table].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % lines.length];
}

export class Voices {
  /** @type {Seen | null} */ #heard = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #said = "";
  bubble = el("p", { class: "speech", "aria-live": "polite" });

  /** @param {HTMLElement} place where the chips are @param {Partial<Record<Family, Voice>>} voices of those that the house plays */
  constructor(place, voices) {
    this.place = place;
    this.voices = /** @type {[Family, Voice][]} */ (Object.entries(voices));
    if (this.voices.length) place.append(this.bubble);
    document.addEventListener("language", () => (this.bubble.textContent = this.#said && t(this.#said)));
  }

  /** The table as it is now. @param {Snapshot} snapshot */
  hear(snapshot) {
    const { phase, turns, table } = snapshot;
    const now = { phase, turns };
    for (const [family, voice] of this.voices) {
      const what = occasion(this.#heard, now, family);
      if (what) this.#say(family, line(voice, what, table));
    }
    if (phase === "over") this.bubble.classList.remove("said");
    this.#heard = now;
  }

  /** What the rival says of a game that is over; null: the house does not play. @param {Snapshot} snapshot */
  lastWords(snapshot) {
    const [speaker] = this.voices;
    return speaker ? t(line(speaker[1], ending(snapshot, speaker[0]), snapshot.table)) : null;
  }

  /** @param {Family} family @param {string} words in English */
  #say(family, words) {
    this.#said = words;
    const text = t(words);
    const chips = /** @type {HTMLElement[]} */ ([...this.place.querySelectorAll(".person")]);
    const at = chips.findIndex((chip) => chip.classList.contains(family));
    this.bubble.dataset.chip = String(at);
    this.bubble.style.setProperty("--chip-top", `${chips[at]?.offsetTop ?? 0}px`);
    this.bubble.textContent = text;
    this.bubble.classList.add("said");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.bubble.classList.remove("said"), STAYS + LETTER * text.length);
  }
}

// @ts-check
/**
 * A hint as the house computes it: the move, what the best moves promise, who hides where, and what
 * the rival can know.
 *
 * @typedef {import("../wire/messages.js").Hint} Hint
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/messages.js").Guess} Guess
 * @typedef {import("../board/art.js").Role} Role
 */
import { el } from "../site/dom.js";
import { n, t } from "../site/i18n.js";
import { percent, roleTag } from "./aid.js";

const TELLING = 0.4; // a reading below this says too little
const MOST = 3;
/** @type {boolean | null} whether the fold was left open */
let unfolded = null;

/** @param {string} move */
const written = (move) => `${move.slice(0, 2)}–${move.slice(2)}`;

/** @param {Hint} hint */
export function hintTitle(hint) {
  return t("Hint: {move}", { move: written(hint.move) });
}

/** The moves that were weighed, the best-looking first; among those that look alike, the advised one. @param {Hint} hint */
export function byValue({ moves, move }) {
  const shown = (/** @type {import("../wire/messages.js").HintMove} */ one) => Math.round(one.value * 100);
  return [...moves].sort((one, other) => shown(other) - shown(one) || Number(other.move === move) - Number(one.move === move) || other.value - one.value);
}

/** @param {Hint} hint @param {Snapshot} snapshot */
export function hintPanel(hint, snapshot) {
  const moves = byValue(hint);
  const mixed = !hint.sure && moves[0] && moves[0].move !== hint.move;
  return el(
    "div",
    { class: "hint-panel" },
    el("h2", {}, hintTitle(hint)),
    el(
      "p",
      { class: "small" },
      hint.sure
        ? t("It wins, whatever your opponent is hiding.")
        : t("This is what the Doge would play in your place."),
    ),
    el("h3", {}, t("Chance of winning, with margin of error")),
    el("ol", { class: "weighed" }, ...moves.map((move) => weighed(move, move.move === hint.move))),
    mixed && el("p", { class: "small hint-mixed" }, t("Another move looks better, but the Doge varies its play so that nobody can read it.")),
    el(
      "p",
      { class: "small" },
      n("{n} rival deployment fits everything seen so far.", "{n} rival deployments fit everything seen so far.", hint.deployments),
    ),
    more(
      ...readings(t("Who may be hiding where, judging by the moves"), hint.reading, snapshot),
      ...readings(t("What your opponent may know about you"), hint.exposed, snapshot),
    ),
  );
}

/** What stands behind a fold, open where there is room; it stays as it was left. @param {...HTMLElement} parts */
function more(...parts) {
  if (!parts.length) return null;
  unfolded ??= matchMedia("(min-height: 56rem)").matches;
  const fold = el("details", { open: unfolded }, el("summary", {}, t("More about the masks")), ...parts);
  fold.addEventListener("toggle", () => (unfolded = fold.open));
  return fold;
}

/** @param {import("../wire/messages.js").HintMove} move @param {boolean} best */
function weighed(move, best) {
  const bar = el("span", { class: "margin", "aria-hidden": "true" }, el("span", { class: "margin-span" }), el("span", { class: "margin-point" }));
  for (const name of /** @type {const} */ (["value", "low", "high"])) {
    bar.style.setProperty(`--${name}`, String(Math.min(1, Math.max(0, move[name]))));
  }
  const spoken = t("between {low} and {high}", { low: percent(move.low), high: percent(move.high) });
  return el(
    "li",
    { class: best ? "best" : "" },
    el("span", { class: "figures" }, written(move.move)),
    bar,
    el("span", { class: "figures", title: spoken }, percent(move.value), el("span", { class: "spoken" }, `, ${spoken}`)),
  );
}

/** The clearest readings only. @param {string} title @param {Guess[]} guesses @param {Snapshot} snapshot */
function readings(title, guesses, snapshot) {
  const found = [];
  for (const guess of guesses) {
    const cell = snapshot.masks.find((mask) => mask.mask === guess.mask)?.cell;
    const chances = /** @type {[Role, number][]} */ (Object.entries(guess.chances ?? {}));
    const [role, share] = chances.reduce((best, one) => (one[1] > best[1] ? one : best), /** @type {[Role, number]} */ (["N", 0]));
    if (cell && share >= TELLING) found.push({ cell, role, share });
  }
  found.sort((one, other) => other.share - one.share);
  if (!found.length) return [];
  return [
    el("h3", {}, title),
    el(
      "ul",
      { class: "readings" },
      ...found.slice(0, MOST).map(({ cell, role, share }) =>
        el("li", {}, el("b", { class: "figures" }, cell), roleTag(role), el("span", { class: "figures" }, percent(share))),
      ),
    ),
  ];
}

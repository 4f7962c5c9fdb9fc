// @ts-check
/**
 * A guide for the first game: one sentence at a time, about what is on the mat. It only reads what
 * the page shows anyway. The page calls it on a table whose address ends in #guide.
 *
 * @typedef {import("../wire/messages.js").Sight} Sight
 */
import { el } from "../site/dom.js";
import { t } from "../site/i18n.js";
import { countLeft, rivalOf } from "../wire/messages.js";

/** What to say about this moment. @param {Sight} sight @returns {string} */
export function advice(sight) {
  if (sight.end) return sight.end.winner === sight.seat ? t("You have won your first game. Try the next level, or play a friend.") : t("All masks are unmasked now. Go back through the moves: where did each one give itself away?");
  if (sight.phase === "deploying") {
    return sight.deployment
      ? t("Your masks are in place. The game begins when both sides are ready.")
      : t("Arrange your masks: the Candidate well guarded in your palace, the Soldier with a free column ahead. Or take a suggestion. Then press Ready.");
  }
  if (sight.phase !== "playing" || sight.to_move !== sight.seat) return t("Your opponent is thinking. Watch which mask moves, and how.");
  return onTurn(sight);
}

/** @param {Sight} sight */
function onTurn(sight) {
  const seat = /** @type {import("../wire/messages.js").Family} */ (sight.seat);
  if (sight.ply < 2) return t("Pick a mask and the mat shows where it can go.");
  const rivals = new Set(sight.masks.filter((mask) => mask.family !== sight.seat).map((mask) => mask.cell));
  const far = sight.seat === "white" ? sight.rows : 1;
  const candidate = sight.masks.find((mask) => mask.family === sight.seat && mask.role === "C");
  const ways = candidate ? (sight.moves[candidate.cell] ?? []) : [];
  if (ways.some((cell) => row(cell) === far && !rivals.has(cell))) return t("Your Candidate can step into the rival palace and win. Go for it!");
  const last = sight.turns.at(-1);
  if (last && last.family !== sight.seat && last.captured === "L" && sight.ladies === "owner") return t("Your Lady was captured and took her captor with her. One more, and you win.");
  const home = sight.seat === "white" ? 1 : sight.rows;
  if ([...rivals].some((cell) => Math.abs(row(cell) - home) === 1)) return t("A rival mask is right in front of your palace. If it is the Candidate, its next step wins: capture it, but not with your own Candidate.");
  if (ways.some((cell) => rivals.has(cell))) return t("Your Candidate could capture, but if that mask is a Lady, you lose the game. Let another mask do it.");
  if (Object.values(sight.moves).flat().some((cell) => rivals.has(cell))) {
    if (countLeft(sight, rivalOf(seat), "L") > 1) return t("You can capture. First ask yourself: could it be a Lady? She would take your mask with her.");
    return sight.ladies === "owner"
      ? t("You can capture, but your opponent has only one Lady left. If you capture her, you lose the game.")
      : t("You can capture. Your opponent has only one Lady left: capture her, and you win.");
  }
  if (sight.ply < 6) return t("Pick a rival mask to see who it could still be.");
  if (sight.lost.length) return t("Every mask that falls tells you who is left. Look at the list.");
  return t("No plan yet? The hint shows what the Doge would play in your place.");
}

/** @param {string} cell */
function row(cell) {
  return Number(cell.slice(1));
}

export class Guide {
  #text = el("p");

  /** @param {HTMLElement} line below which it speaks */
  constructor(line) {
    this.note = el("aside", { class: "guide", role: "status" }, this.#text);
    this.note.append(el("button", { type: "button", class: "quiet", "aria-label": t("Close the guide"), click: () => this.note.remove() }, "×"));
    line.after(this.note);
  }

  /** @param {Sight} sight */
  show(sight) {
    const said = advice(sight);
    if (said !== this.#text.textContent) this.#text.textContent = said;
  }
}

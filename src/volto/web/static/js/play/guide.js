// @ts-check
/**
 * A guide for the first game: one sentence at a time, about what is on the mat. It only reads what
 * the page shows anyway. The page calls it on a table whose address says ?guide.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 */
import { el } from "../site/dom.js";
import { t } from "../site/i18n.js";
import { countLeft, rivalOf } from "../wire/messages.js";

/** What to say about this moment. @param {Snapshot} snapshot @returns {string} */
export function advice(snapshot) {
  if (snapshot.end) return snapshot.end.winner === snapshot.seat ? t("You have won your first game. Try the next level, or play a friend.") : t("All masks are unmasked now. Go back through the moves: where did each one give itself away?");
  if (snapshot.phase === "deploying") {
    return snapshot.deployment
      ? t("Your masks are in place. The game begins when both sides are ready.")
      : t("Arrange your masks: the Candidate well guarded in your palace, the Soldier with a free column ahead. Or take a suggestion. Then press Ready.");
  }
  if (snapshot.phase !== "playing" || snapshot.to_move !== snapshot.seat) return t("Your opponent is thinking. Watch which mask moves, and how.");
  return onTurn(snapshot);
}

/** @param {Snapshot} snapshot */
function onTurn(snapshot) {
  const seat = /** @type {import("../wire/messages.js").Family} */ (snapshot.seat);
  if (snapshot.ply < 2) return t("Pick a mask and the mat shows where it can go.");
  const rivals = new Set(snapshot.masks.filter((mask) => mask.family !== snapshot.seat).map((mask) => mask.cell));
  const far = snapshot.seat === "white" ? snapshot.rows : 1;
  const candidate = snapshot.masks.find((mask) => mask.family === snapshot.seat && mask.role === "C");
  const ways = candidate ? (snapshot.moves[candidate.cell] ?? []) : [];
  if (ways.some((cell) => row(cell) === far && !rivals.has(cell))) return t("Your Candidate can step into the rival palace and win. Go for it!");
  const last = snapshot.turns.at(-1);
  if (last && last.family !== snapshot.seat && last.captured === "L" && snapshot.ladies === "owner") return t("Your Lady was captured and took her captor with her. One more, and you win.");
  const home = snapshot.seat === "white" ? 1 : snapshot.rows;
  if ([...rivals].some((cell) => Math.abs(row(cell) - home) === 1)) return t("A rival mask is right in front of your palace. If it is the Candidate, its next step wins: capture it, but not with your own Candidate.");
  if (ways.some((cell) => rivals.has(cell))) return t("Your Candidate could capture, but if that mask is a Lady, you lose the game. Let another mask do it.");
  if (Object.values(snapshot.moves).flat().some((cell) => rivals.has(cell))) {
    if (countLeft(snapshot, rivalOf(seat), "L") > 1) return t("You can capture. First ask yourself: could it be a Lady? She would take your mask with her.");
    return snapshot.ladies === "owner"
      ? t("You can capture, but your opponent has only one Lady left. If you capture her, you lose the game.")
      : t("You can capture. Your opponent has only one Lady left: capture her, and you win.");
  }
  if (snapshot.ply < 6) return t("Pick a rival mask to see who it could still be.");
  if (snapshot.lost.length) return t("Every mask that falls tells you who is left. Look at the list.");
  return t("No plan yet? The hint shows what the Doge would play in your place.");
}

/** @param {string} cell */
function row(cell) {
  return Number(cell.slice(1));
}

export class Guide {
  #text = el("p");
  #close = el("button", { type: "button", class: "quiet", click: () => this.note.remove() }, "×");

  /** @param {HTMLElement} line below which it speaks */
  constructor(line) {
    this.note = el("aside", { class: "guide", role: "status" }, this.#text);
    this.note.append(this.#close);
    line.after(this.note);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const said = advice(snapshot);
    this.#close.setAttribute("aria-label", t("Close the guide"));
    if (said !== this.#text.textContent) this.#text.textContent = said;
  }
}

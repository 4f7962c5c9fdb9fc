// @ts-check
/**
 * Why a game ended, in one sentence with its clause.
 *
 * @typedef {import("../../wire/messages.js").Sight} Sight
 */
import { n, t } from "../../site/i18n.js";

/** @param {Sight} sight */
export function endSentence(sight) {
  const { winner, reason } = /** @type {import("../../wire/messages.js").End} */ (sight.end);
  const white = winner === "white";
  switch (reason) {
    case "candidate-captured":
      return white ? t("White captured Red's Candidate (R-12).") : t("Red captured White's Candidate (R-12).");
    case "candidate-took-lady":
      return white ? t("Red's Candidate fell for a Lady of White (R-13).") : t("White's Candidate fell for a Lady of Red (R-13).");
    case "ladies":
      if (sight.ladies === "captor") {
        return white ? t("White captured both Ladies of Red (R-14, variant).") : t("Red captured both Ladies of White (R-14, variant).");
      }
      return white ? t("Both Ladies of White were captured: the bait was taken (R-14).") : t("Both Ladies of Red were captured: the bait was taken (R-14).");
    case "palace":
      return white ? t("White's Candidate stands in Red's palace (R-15).") : t("Red's Candidate stands in White's palace (R-15).");
    case "blocked":
      return white ? t("Red had to move and could not (H-1).") : t("White had to move and could not (H-1).");
    case "quiet":
      return n("{n} turn without a capture (H-2).", "{n} turns without a capture (H-2).", sight.quiet_limit);
    case "agreed":
      return t("Both agreed to a draw (H-2).");
    case "resigned":
      return white ? t("Red resigned (H-4).") : t("White resigned (H-4).");
    case "time":
      return white ? t("Red ran out of time.") : t("White ran out of time.");
    case "abandoned":
      return t("The game was abandoned.");
    default:
      return t("The game has reached its last turn.");
  }
}

/** @param {Sight} sight @param {import("../../wire/messages.js").Family[]} seats own */
export function endTitle(sight, seats) {
  const winner = sight.end?.winner;
  if (!winner) return t("A draw");
  if (seats.length === 1) return winner === seats[0] ? t("You win!") : t("You lose");
  return winner === "white" ? t("White wins") : t("Red wins");
}

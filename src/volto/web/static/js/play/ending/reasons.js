// @ts-check
/**
 * Why a game ended, in one sentence with its clause.
 *
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 */
import { n, t } from "../../site/i18n.js";

/** @param {Snapshot} snapshot */
export function endSentence(snapshot) {
  const { winner, reason } = /** @type {import("../../wire/messages.js").End} */ (snapshot.end);
  const white = winner === "white";
  switch (reason) {
    case "candidate-captured":
      return white ? t("White captured Red's Candidate (R-12).") : t("Red captured White's Candidate (R-12).");
    case "candidate-took-lady":
      return white ? t("Red's Candidate fell for one of White's Ladies (R-13).") : t("White's Candidate fell for one of Red's Ladies (R-13).");
    case "ladies":
      if (snapshot.ladies === "captor") {
        return white ? t("White captured both of Red's Ladies (R-14, variant).") : t("Red captured both of White's Ladies (R-14, variant).");
      }
      return white ? t("Both of White's Ladies were captured: the bait worked (R-14).") : t("Both of Red's Ladies were captured: the bait worked (R-14).");
    case "palace":
      return white ? t("White's Candidate has reached Red's palace (R-15).") : t("Red's Candidate has reached White's palace (R-15).");
    case "blocked":
      return white ? t("Red had to move and could not (house rule H-1).") : t("White had to move and could not (house rule H-1).");
    case "quiet":
      return n("{n} turn without a capture (house rule H-2).", "{n} turns without a capture (house rule H-2).", snapshot.quiet_limit);
    case "agreed":
      return t("Both players agreed to a draw (house rule H-2).");
    case "resigned":
      return white ? t("Red resigned (house rule H-4).") : t("White resigned (house rule H-4).");
    case "time":
      return white ? t("Red ran out of time.") : t("White ran out of time.");
    case "abandoned":
      return t("The game was abandoned.");
    default:
      return t("The game reached its turn limit.");
  }
}

/** @param {Snapshot} snapshot @param {import("../../wire/messages.js").Family[]} seats own */
export function endTitle(snapshot, seats) {
  const winner = snapshot.end?.winner;
  if (!winner) return t("A draw");
  if (seats.length === 1) return winner === seats[0] ? t("You win!") : t("You lose");
  return winner === "white" ? t("White wins") : t("Red wins");
}

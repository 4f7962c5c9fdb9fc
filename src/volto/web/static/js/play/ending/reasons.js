// @ts-check
/**
 * Why a game ended, in one sentence, and the clause of the rules behind it.
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
      return white ? t("White captured Red's Candidate.") : t("Red captured White's Candidate.");
    case "candidate-took-lady":
      return white ? t("Red's Candidate fell for one of White's Ladies.") : t("White's Candidate fell for one of Red's Ladies.");
    case "ladies":
      if (snapshot.ladies === "captor") {
        return white ? t("White captured both of Red's Ladies.") : t("Red captured both of White's Ladies.");
      }
      return white ? t("Both of White's Ladies were captured: the bait worked.") : t("Both of Red's Ladies were captured: the bait worked.");
    case "palace":
      return white ? t("White's Candidate has reached Red's palace.") : t("Red's Candidate has reached White's palace.");
    case "blocked":
      return white ? t("Red had to move and could not.") : t("White had to move and could not.");
    case "quiet":
      return n("{n} turn without a capture.", "{n} turns without a capture.", snapshot.quiet_limit);
    case "agreed":
      return t("Both players agreed to a draw.");
    case "resigned":
      return white ? t("Red resigned.") : t("White resigned.");
    case "time":
      return white ? t("Red ran out of time.") : t("White ran out of time.");
    case "abandoned":
      return t("The game was abandoned.");
    default:
      return t("The game reached its turn limit.");
  }
}

/** @type {Record<string, string>} */
const CLAUSES = {
  "candidate-captured": "R-12",
  "candidate-took-lady": "R-13",
  ladies: "R-14",
  palace: "R-15",
  blocked: "H-1",
  quiet: "H-2",
  agreed: "H-2",
  resigned: "H-4",
};

/** Where the rules say so, if they do. @param {Snapshot} snapshot */
export function endClause({ end, ladies }) {
  const clause = CLAUSES[end?.reason ?? ""] ?? "";
  if (clause.startsWith("H")) return { clause, text: t("House rule {clause}", { clause }) };
  const variant = clause === "R-14" && ladies === "captor";
  return { clause, text: variant ? t("Rule {clause}, variant", { clause }) : t("Rule {clause}", { clause }) };
}

/** @param {Snapshot} snapshot @param {import("../../wire/messages.js").Family[]} seats own */
export function endTitle(snapshot, seats) {
  const winner = snapshot.end?.winner;
  if (!winner) return t("A draw");
  if (seats.length === 1) return winner === seats[0] ? t("You win!") : t("You lose");
  return winner === "white" ? t("White wins") : t("Red wins");
}

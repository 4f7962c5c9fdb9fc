// @ts-check
/** Whose turn it is, in the fewest words. */
import { t } from "../site/i18n.js";
import { unmasking } from "../board/labels.js";
import { endSentence, endTitle } from "./ending/reasons.js";
import { nameOf } from "./people.js";

/**
 * @param {import("../wire/messages.js").Snapshot} snapshot
 * @param {import("../wire/messages.js").Family | null} seat who looks
 * @param {import("./game.js").Game} game
 */
export function turnWords(snapshot, seat, game) {
  if (snapshot.phase === "over") return `${endTitle(snapshot, game.seats).replace(/[^!.]$/, "$&.")} ${endSentence(snapshot)}`;
  if (snapshot.phase !== "playing" || !snapshot.to_move) return game.watching ? t("The masks are being placed.") : "";
  if (snapshot.draw_offer && snapshot.draw_offer === seat) return t("You have offered a draw.");
  if (snapshot.to_move === seat) return t("Your turn");
  if (!snapshot.people[snapshot.to_move].name) return snapshot.to_move === "white" ? t("White to move") : t("Red to move");
  const name = nameOf(snapshot, snapshot.to_move, game.seats);
  return game.thinking === snapshot.to_move ? t("{name} is thinking…", { name }) : t("{name} to move", { name });
}

/** Who was unmasked in one of the last two turns. @param {import("../wire/messages.js").Snapshot} snapshot */
export function lastUnmasking({ turns, seat }) {
  const turn = turns.slice(-2).findLast((one) => one.captured);
  if (!turn) return null;
  const { title, words } = unmasking(turn, seat);
  return `${title} ${words}`;
}

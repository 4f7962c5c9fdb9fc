// @ts-check
/** Whose turn it is, in the fewest words. */
import { t } from "../site/i18n.js";
import { endTitle } from "./ending/reasons.js";
import { nameOf } from "./people.js";

/**
 * @param {import("../wire/messages.js").Sight} sight
 * @param {import("../wire/messages.js").Family | null} seat who looks
 * @param {import("./game.js").Game} game
 */
export function turnWords(sight, seat, game) {
  if (sight.phase === "over") return endTitle(sight, game.seats);
  if (sight.phase !== "playing" || !sight.to_move) return game.watching ? t("The masks are being placed.") : "";
  if (sight.draw_offer && sight.draw_offer === seat) return t("You have offered a draw.");
  if (sight.to_move === seat) return t("Your turn");
  if (!sight.people[sight.to_move].name) return sight.to_move === "white" ? t("White to move") : t("Red to move");
  const name = nameOf(sight, sight.to_move, game.seats);
  return game.thinking === sight.to_move ? t("{name} is thinking…", { name }) : t("{name} to move", { name });
}

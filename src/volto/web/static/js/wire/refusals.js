// @ts-check
/** The house's words for "no", as sentences that say what to do next. */
import { t } from "../site/i18n.js";
import { Refused } from "./messages.js";

/** @param {unknown} error what a request was answered with @param {string} [otherwise] what to say if it says too little */
export function refusal(error, otherwise = t("The house did not understand. Load the page again.")) {
  switch (error instanceof Refused ? error.code : "") {
    case "unreachable":
      return t("The house does not answer. Check your connection and try again.");
    case "away":
      return t("You are not connected at the moment. The page keeps trying; then do it again.");
    case "stale":
      return t("The game has gone on in the meantime. Look again and choose anew.");
    case "not-your-turn":
      return t("It is not your turn yet.");
    case "illegal":
      return t("That mask cannot go there. Choose one of the marked cells.");
    case "over":
      return t("The game is over.");
    case "not-your-seat":
      return t("That is the other seat's to decide.");
    case "not-ready":
      return t("The game has not begun: both families deploy first.");
    case "bad-deployment":
      return t("The house does not accept this deployment. Shuffle the masks and try again.");
    case "already-ready":
      return t("Both sides are ready: the deployment stands.");
    case "no-hint":
      return t("There is a hint only against the house, and only when it is your turn.");
    case "no-offer":
      return t("There is no offer to answer any more.");
    case "no-rematch":
      return t("The rematch has been asked for already.");
    case "too-many":
      return t("You have asked for this already. Play on first.");
    case "taken":
      return t("Somebody has just taken this seat. Ask your friend for a new invitation.");
    case "busy":
      return t("The house is busy. Try again in a moment.");
    default:
      return otherwise;
  }
}

// @ts-check
/** The house's words for "no", as sentences that say what to do next. */
import { t } from "../site/i18n.js";
import { Refused } from "./messages.js";

/** @param {unknown} error what a request was answered with @param {string} [otherwise] what to say if it says too little */
export function refusal(error, otherwise = t("The server did not understand that. Reload the page.")) {
  switch (error instanceof Refused ? error.code : "") {
    case "unreachable":
      return t("No answer from the server. Check your connection and try again.");
    case "away":
      return t("You are not connected at the moment. The page is reconnecting; try again once it has.");
    case "stale":
      return t("The game has moved on in the meantime. Look again and choose a new move.");
    case "not-your-turn":
      return t("It is not your turn yet.");
    case "illegal":
      return t("That mask cannot go there. Choose one of the marked cells.");
    case "over":
      return t("The game is over.");
    case "not-your-seat":
      return t("Only your opponent can decide that.");
    case "not-ready":
      return t("The game has not begun yet: both families place their masks first.");
    case "bad-deployment":
      return t("This deployment is not allowed. Shuffle the masks and try again.");
    case "already-ready":
      return t("Both sides are ready, so the masks can no longer be rearranged.");
    case "no-hint":
      return t("Hints are available only against the computer, and only on your turn.");
    case "no-offer":
      return t("There is no longer an offer to answer.");
    case "no-rematch":
      return t("A rematch has already been requested.");
    case "asked-already":
      return t("You have already offered this. Play on first.");
    case "too-fast":
      return t("That was too fast. Wait a moment and try again.");
    case "taken":
      return t("Somebody has just taken this seat. Ask your friend for a new invitation.");
    case "busy":
      return t("The server is busy. Try again in a moment.");
    case "unknown":
      return t("It is not known yet whether that counted. Looking…");
    default:
      return otherwise;
  }
}

// @ts-check
/**
 * The page of a shared game: the replay, for anyone.
 *
 * @typedef {import("../board/board.js").VoltoBoard} VoltoBoard
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 */
import "../board/board.js";
import { part } from "../site/dom.js";
import { loadWords } from "../site/i18n.js";
import { ReplayControls } from "../play/ending/controls.js";

const place = part("game");
/** @type {Snapshot} */
const snapshot = JSON.parse(place.dataset.snapshot ?? "");

await loadWords();
const board = /** @type {VoltoBoard} */ (document.createElement("volto-board"));
const side = snapshot.end?.winner ?? "white";
board.toggleAttribute("fill", true);
board.interactive = false;
const controls = new ReplayControls(snapshot, (shown, eyes, follows) => {
  board.side = eyes ?? side;
  if (follows) return board.perform(shown);
  board.snapshot = shown;
});
controls.takeKeys();
place.replaceChildren(board);
part("controls").replaceChildren(controls.element);
void controls.go(controls.ply);

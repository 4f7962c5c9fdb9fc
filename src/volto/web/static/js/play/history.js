// @ts-check
/** What has happened: the masks captured so far, the list of moves, and the seals on all masks. */
import { back, picture, signPicture } from "../board/art.js";
import { familyName, roleName, turnSentence } from "../board/labels.js";
import { art, el, part } from "../site/dom.js";
import { n, t } from "../site/i18n.js";
import { countLeft, FAMILIES, ROLES } from "../wire/messages.js";
import { shown as showDialog } from "./dialog.js";
import { goalsCard } from "./goals.js";

/** @typedef {import("../wire/messages.js").Snapshot} Snapshot */

const SEAL = '<svg class="seal-sign" viewBox="-10.5 -10.5 21 21" aria-hidden="true" focusable="false"><use href="#vb-seal" x="-10.5" y="-10.5" width="21" height="21"/></svg>';

/**
 * Everything in this panel.
 * @param {Snapshot} shown the moment that is looked at
 * @param {Snapshot} [whole] the game it belongs to
 */
export function showHistory(shown, whole = shown) {
  showLost(part("lost"), shown);
  showMoves(part("moves"), whole, shown.turns.length);
  const begun = shown.phase === "playing" || shown.phase === "over";
  if (begun) showLeft(part("left"), shown);
  else showLegend(part("left"), shown);
  part("aim").replaceChildren(...(begun ? [] : [goalsCard(shown)]));
}

/** Before the game: what the signs mean. @param {HTMLElement} place @param {Snapshot} snapshot */
function showLegend(place, snapshot) {
  const ways = {
    N: t("one step forward, back or sideways"),
    A: t("one step diagonally"),
    C: t("one step in any direction"),
    S: t("straight ahead, as many cells as it likes"),
    L: t("one step in any direction, but never captures"),
  };
  place.replaceChildren(
    el("caption", {}, snapshot.seat ? t("Your ten masks") : t("The ten masks of a family")),
    el(
      "tbody",
      {},
      ...ROLES.map((role) =>
        el(
          "tr",
          {},
          el("td", { class: "legend-sign" }, art(picture(back(snapshot.seat ?? "white", 0, role)))),
          el(
            "th",
            { scope: "row", class: "legend-words" },
            el("b", {}, `${[...snapshot.roster].filter((one) => one === role).length} × ${roleName(role)}`),
            el("small", {}, ways[role]),
          ),
        ),
      ),
    ),
  );
}

/** How many of each role are left. @param {HTMLElement} place @param {Snapshot} snapshot */
function showLeft(place, snapshot) {
  place.replaceChildren(
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Still on the mat")), ...FAMILIES.map((family) => el("th", { scope: "col" }, familyName(family))))),
    el(
      "tbody",
      {},
      ...ROLES.map((role) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, el("span", { class: "role-tag" }, art(signPicture(role)), el("span", {}, roleName(role)))),
          ...FAMILIES.map((family) => el("td", { class: "figures" }, String(countLeft(snapshot, family, role)))),
        ),
      ),
    ),
    ...(snapshot.seals ? [el("tfoot", {}, el("tr", {}, el("td", { colspan: 3 }, sealButton(snapshot.seals.fingerprint))))] : []),
  );
}

/** A small seal that explains itself. @param {string} fingerprint of all seals */
function sealButton(fingerprint) {
  const words = () =>
    el(
      "div",
      {},
      el("p", {}, t("Before the first turn the role of every mask was sealed in a code that gives nothing away and cannot be changed. When a mask is unmasked, its seal is opened.")),
      el("p", {}, t("Together, the seals have this fingerprint. Write it down now if you want to check the game later.")),
      el("code", { class: "fingerprint", tabindex: 0 }, fingerprint),
      el("p", {}, t("After the game, download it: volto verify compares it with this fingerprint and tells you whether any mask was swapped.")),
    );
  return el("button", { type: "button", class: "quiet seal", click: () => void showDialog(t("The masks are sealed"), words()) }, art(SEAL), el("span", {}, t("The masks are sealed")));
}

/** @param {HTMLElement} place @param {Snapshot} snapshot */
function showLost(place, snapshot) {
  const rows = FAMILIES.map((family) => {
    const lost = snapshot.lost.filter((mask) => mask.family === family);
    return el(
      "ul",
      { class: `lost-row ${family}`, "aria-label": family === "white" ? t("Masks White has lost") : t("Masks Red has lost") },
      ...lost.map(({ mask, role }) =>
        el(
          "li",
          { title: roleName(role) },
          art(picture(back(family, mask, role))),
          el("span", { class: "spoken" }, roleName(role)),
        ),
      ),
    );
  });
  place.replaceChildren(...(snapshot.lost.length ? rows : [el("p", { class: "soft small" }, t("No mask has been captured."))]));
}

/**
 * @param {HTMLElement} place
 * @param {Snapshot} snapshot
 * @param {number} current the ply that is looked at
 */
function showMoves(place, snapshot, current) {
  const rounds = [];
  const shift = snapshot.first === "red" ? 1 : 0; // White on the left, always
  for (let i = -shift; i < snapshot.turns.length; i += 2) {
    const turns = [snapshot.turns[i], snapshot.turns[i + 1]];
    rounds.push(
      el(
        "li",
        {},
        ...turns.map((turn, j) =>
          turn
            ? el(
                "span",
                { class: `turn-text ${turn.family}${i + j + 1 === current ? " now" : ""}`, "data-ply": i + j + 1, title: turnSentence(turn) },
                turn.text.replace("x", "×"),
              )
            : el("span", { class: "turn-text none", "aria-hidden": "true" }, i + j < 0 ? "…" : ""),
        ),
      ),
    );
  }
  place.replaceChildren(...rounds);
  showCurrentMove(place);
}

/** Bring the move that is looked at into sight: the newest, unless the game is replayed. @param {HTMLElement} place */
export function showCurrentMove(place) {
  const now = place.querySelector(".now")?.getBoundingClientRect();
  if (now) place.scrollTop += now.top + now.height / 2 - place.getBoundingClientRect().top - place.clientHeight / 2;
}

/** Near the limit of quiet turns, how many are left. @param {Snapshot} snapshot */
export function quietWarning(snapshot) {
  if (snapshot.phase !== "playing" || !snapshot.quiet_limit) return null;
  const left = snapshot.quiet_limit - snapshot.quiet;
  if (left > Math.min(20, snapshot.quiet_limit / 2)) return null;
  return n(
    "{n} more turn without a capture and the game is a draw (house rule H-2).",
    "{n} more turns without a capture and the game is a draw (house rule H-2).",
    left,
  );
}

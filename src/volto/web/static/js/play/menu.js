// @ts-check
/**
 * What a player can do besides moving: hint, draw, resign; and the bar that opens panels on a phone.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 */
import { button, el, part, refill } from "../site/dom.js";
import { t } from "../site/i18n.js";
import { rivalOf } from "../wire/messages.js";
import { confirmed } from "./dialog.js";
import { showCurrentMove } from "./history.js";

/**
 * @param {HTMLElement} place
 * @param {Snapshot} snapshot
 * @param {{seat: Family | null, hinting: boolean, hint: () => void, ask: (t: string) => void, pips: boolean, switchPips: () => void}} means
 */
export function showActs(place, snapshot, { seat, hinting, hint, ask, pips, switchPips }) {
  if (!seat || snapshot.phase !== "playing") return refill(place, [], part("mat"));
  const against = snapshot.people[rivalOf(seat)].kind === "house";
  const turn = snapshot.to_move === seat;
  refill(
    place,
    [
      against && button("hint", hinting ? t("Thinking…") : t("Hint"), hint, { id: "hint", class: "with-text", disabled: !turn }),
      snapshot.guesses.length > 0 && button("eye", t("Signs"), switchPips, { id: "pips", class: "with-text", title: t("Show on the masks what they can be"), "aria-pressed": String(pips) }),
      snapshot.draw_offer !== rivalOf(seat) && button("draw", t("Offer a draw"), () => ask("offer"), { id: "offer", class: "with-text", disabled: snapshot.draw_offer === seat }),
      button("flag", t("Resign"), () => void resign(ask), { id: "resign", class: "with-text" }),
    ].filter((one) => one instanceof Node),
    part("mat"),
  );
}

/** @param {(t: string) => void} ask */
async function resign(ask) {
  if (await confirmed(t("Resign this game?"), t("Resign"), t("Your opponent wins, and all masks are unmasked."))) ask("resign");
}

/**
 * The rival's offer of a draw, on the mat where it cannot be missed.
 * @param {Snapshot} snapshot @param {Family | null} seat @param {(t: string) => void} ask
 */
export function drawOffer(snapshot, seat, ask) {
  if (!seat || snapshot.draw_offer !== rivalOf(seat) || snapshot.phase !== "playing") return null;
  return el(
    "div",
    { class: "offer card", role: "alert" },
    el("p", {}, t("Your opponent offers a draw.")),
    el(
      "div",
      { class: "offer-buttons" },
      el("button", { type: "button", class: "primary", click: () => ask("offer") }, t("Accept")),
      el("button", { type: "button", click: () => ask("decline") }, t("Play on")),
    ),
  );
}

/**
 * The bar of a phone: each button opens one panel over the mat, and closes it again.
 * @param {HTMLElement} bar @param {HTMLElement} table @param {Snapshot} snapshot
 * @param {{seat: Family | null, hint: () => void}} means
 */
export function showBar(bar, table, snapshot, { seat, hint }) {
  const panels = [];
  if (snapshot.phase === "playing" && seat) {
    if (snapshot.people[rivalOf(seat)].kind === "house") {
      panels.push(button("hint", t("Hint"), hint, { class: "quiet square", disabled: snapshot.to_move !== seat }));
    }
    if (snapshot.aid !== "off") panels.push(opener("talk", "mask", t("Examine a mask")));
  }
  const begun = snapshot.phase === "playing" || snapshot.phase === "over";
  panels.push(opener("past", "moves", begun ? t("Moves and captured masks") : t("What the signs mean")));
  panels.push(opener("menu", "more", t("More")));
  refill(bar, panels, part("mat"));

  /** @param {string} name @param {string} sign @param {string} text */
  function opener(name, sign, text) {
    const open = table.dataset.open === name;
    return button(
      sign,
      text,
      () => {
        openPanel(table, table.dataset.open === name ? null : name);
      },
      { class: "quiet square", "aria-expanded": String(open), "aria-controls": name, "data-opens": name },
    );
  }
}

/** @param {HTMLElement} table @param {string | null} name */
export function openPanel(table, name) {
  if (name) table.dataset.open = name;
  else delete table.dataset.open;
  for (const opener of table.querySelectorAll("[data-opens]")) {
    opener.setAttribute("aria-expanded", String(opener.getAttribute("data-opens") === name));
  }
  if (name === "past") showCurrentMove(part("moves"));
}

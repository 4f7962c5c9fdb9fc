// @ts-check
/**
 * Sharing a finished game: everyone who played it is asked once, then there are a link and a picture.
 *
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../../wire/messages.js").Family} Family
 * @typedef {object} Means
 * @property {() => Promise<unknown>} share ask the house to share the game; null if it was refused
 * @property {(text: string) => void} say tell the player something
 */
import { button, el, icon } from "../../site/dom.js";
import { t } from "../../site/i18n.js";
import { isPublic, rivalOf } from "../../wire/messages.js";
import { confirmed, shown } from "../dialog.js";
import { handOn } from "../link.js";

/**
 * The button for the end of a game, as it is now: make it anew whenever the snapshot changes.
 * @param {Snapshot} snapshot of a game that is over
 * @param {Family[]} seats own; a spectator, who has none, may hand on only what is public
 * @param {Means} means
 * @returns {HTMLElement | null}
 */
export function shareButton(snapshot, seats, means) {
  const everyone = isPublic(snapshot);
  const agreed = seats.some((seat) => snapshot.shared.includes(seat));
  if (!everyone && !seats.length) return null;
  if (!everyone && agreed) return el("p", { class: "soft small", id: "share" }, t("You have agreed to share this game. Now your opponent has to agree."));
  const asked = !everyone && snapshot.shared.length > 0;
  return button("share", asked ? t("Your opponent would like to share this game") : t("Share"), () => void share(snapshot, seats, means), { class: "with-text", id: "share" });
}

/** @param {Snapshot} snapshot @param {Family[]} seats @param {Means} means */
async function share(snapshot, seats, means) {
  if (!isPublic(snapshot)) {
    const rival = seats.length === 1 ? rivalOf(seats[0]) : null;
    const waits = !!rival && snapshot.people[rival].kind === "person" && !snapshot.shared.includes(rival);
    const what = t("Anyone with the link can then see the whole game, including every role and the players' names.");
    const yes = await confirmed(t("Share this game?"), t("Share"), waits ? `${what} ${t("Your opponent has to agree too.")}` : what);
    if (!yes || !(await means.share()) || waits) return;
  }
  await shown(t("Share this game"), links(snapshot.table, means.say));
  document.getElementById("share")?.focus(); // it may have been made anew
}

/** @param {string} table @param {(text: string) => void} say */
function links(table, say) {
  const path = `/game/${table}`;
  const said = el("p", { class: "small", role: "status" });
  const { field, buttons } = handOn(new URL(path, location.href).href, t("The link to the replay"), (text) => {
    said.textContent = text;
    say(text);
  });
  return el(
    "div",
    { class: "share" },
    el("a", { href: path, target: "_blank", rel: "noopener", title: t("Open the replay") }, el("img", { src: `${path}.png`, width: 1200, height: 630, alt: t("The mat at the end, with the result and the story of the game") })),
    field,
    el("div", { class: "share-buttons" }, ...buttons, el("a", { class: "button", href: `${path}.png`, download: `volto-${table}.png` }, icon("save"), el("span", {}, t("Download the picture")))),
    said,
  );
}

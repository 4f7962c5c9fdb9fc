// @ts-check
/** The two people at the table: whose turn it is, who is here, how many masks each has left. */
import { face, picture } from "../board/art.js";
import { art, el } from "../site/dom.js";
import { n, t } from "../site/i18n.js";
import { rivalOf } from "../wire/messages.js";

/**
 * @typedef {import("../wire/messages.js").Person} Person
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 */

/** What somebody is called. @param {Snapshot} snapshot @param {Family} family @param {Family[]} seats own */
export function nameOf(snapshot, family, seats) {
  const person = snapshot.people[family];
  if (person.kind === "house") return t(person.name);
  if (person.name) return person.name;
  if (seats.length === 1 && seats[0] === family) return t("You");
  return family === "white" ? t("The white family") : t("The red family");
}

/** The face of a rival that the house plays; people are known by their family's mask. @param {Person} person */
export function portraitOf(person) {
  if (person.kind !== "house" || !person.level) return null;
  const address = new URL(`../../portraits/${person.level}.svg`, import.meta.url).href;
  return el("img", { class: "portrait", src: address, width: 122, height: 161, alt: "" });
}

/**
 * Chips for both: above who sits across from `side`, below who sits there. Each is replaced only if
 * something about it has changed, so that pictures stay and nothing flickers.
 * @param {HTMLElement} place
 * @param {Snapshot} snapshot as it is looked at: in a replay, that of its ply
 * @param {{seats: Family[], side: Family, isHere: (family: Family) => boolean, thinking: Family | null}} facts
 */
export function showPeople(place, snapshot, { seats, side, isHere, thinking }) {
  const shown = [...place.querySelectorAll(".person")];
  for (const [at, family] of [rivalOf(side), side].entries()) {
    const made = chip(family);
    if (!shown[at]) place.append(made);
    else if (!shown[at].isEqualNode(made)) shown[at].replaceWith(made);
  }

  /** @param {Family} family */
  function chip(family) {
    const person = snapshot.people[family];
    const left = snapshot.masks.filter((mask) => mask.family === family).length;
    const turn = snapshot.to_move === family;
    const facts = [];
    if (person.level) facts.push(t("level {level}", { level: person.level }));
    if (snapshot.phase === "waiting" && !person.joined) facts.push(t("invited"));
    else if (snapshot.phase === "waiting" || snapshot.phase === "deploying") facts.push(person.ready ? t("ready") : t("placing masks"));
    else if (thinking === family) facts.push(t("thinking"));
    else if (snapshot.phase !== "over" && person.kind === "person" && !isHere(family)) facts.push(t("away"));
    else if (snapshot.masks.length) facts.push(n("{n} mask", "{n} masks", left));
    const here = person.kind === "house" || isHere(family);
    return el(
      "div",
      { class: `person ${family}${turn ? " turn" : ""}${here ? "" : " absent"}${thinking === family ? " thinking" : ""}`, "data-family": family },
      portraitOf(person) ?? art(picture(face(family, family === "white" ? 0 : 10))),
      el(
        "div",
        { class: "person-words" },
        el("b", {}, nameOf(snapshot, family, seats)),
        el("small", {}, facts.join(" · ")),
      ),
      turn && el("span", { class: "turn-mark", title: t("to move") }, el("span", { class: "spoken" }, t("to move"))),
    );
  }
}

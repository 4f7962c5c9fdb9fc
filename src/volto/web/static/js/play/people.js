// @ts-check
/** The two people at the table: whose turn it is, who is here, how many masks each has left. */
import { face, picture } from "../board/art.js";
import { art, el } from "../site/dom.js";
import { n, t } from "../site/i18n.js";
import { rivalOf } from "../wire/messages.js";

/**
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

/**
 * @param {HTMLElement} place
 * @param {Snapshot} snapshot
 * @param {{seats: Family[], side: Family, isHere: (family: Family) => boolean, thinking: Family | null}} facts
 */
export function showPeople(place, snapshot, { seats, side, isHere, thinking }) {
  place.replaceChildren(...[rivalOf(side), side].map((family) => chip(family)));

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
    else if (person.kind === "person" && !isHere(family)) facts.push(t("away"));
    else if (snapshot.masks.length) facts.push(n("{n} mask", "{n} masks", left));
    const here = person.kind === "house" || isHere(family);
    return el(
      "div",
      { class: `person ${family}${turn ? " turn" : ""}${here ? "" : " absent"}${thinking === family ? " thinking" : ""}`, "data-family": family },
      art(picture(face(family, family === "white" ? 0 : 10))),
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

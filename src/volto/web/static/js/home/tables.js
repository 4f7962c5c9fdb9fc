// @ts-check
/**
 * The tables of this browser as a history: whose turn it is, who won, against whom, by which rules.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").TableStanding} TableStanding
 * @typedef {import("../site/recent_tables.js").RecentTable} RecentTable
 * @typedef {RecentTable & {standing?: TableStanding, gone?: boolean}} KnownTable
 * @typedef {"yours" | "running" | "over" | "gone"} State
 */
import { face, picture } from "../board/art.js";
import { art, el } from "../site/dom.js";
import { language, n, t } from "../site/i18n.js";
import { recentTables, rememberEnds } from "../site/recent_tables.js";
import { rivalOf } from "../wire/messages.js";
import { post } from "../wire/post.js";

const AT_ONCE = 24; // tables that may be asked for in one request
/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const SPANS = [[60, "second"], [60, "minute"], [24, "hour"], [7, "day"]];

/** The newest first, each as the house tells of it, or without a word if it cannot be asked. @returns {Promise<KnownTable[]>} */
export async function lookUp() {
  const all = /** @type {KnownTable[]} */ (recentTables());
  const unknown = all.filter((one) => !one.standing);
  /** @type {Map<string, TableStanding | null>} */
  const told = new Map();
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    const asked = unknown.slice(from, from + AT_ONCE);
    const tables = asked.map(({ path }) => ({ table: path.split(/[/#]/)[2], key: path.split("#")[1] }));
    const answer = await post("/api/tables/standings", { tables }).catch(() => null);
    asked.forEach(({ path }, i) => answer && told.set(path, answer.tables[i]));
  }
  rememberEnds(/** @type {Map<string, TableStanding>} */ (new Map([...told].filter(([, standing]) => standing?.end))));
  return all.map((one) => ({ ...one, standing: one.standing ?? told.get(one.path) ?? undefined, gone: told.get(one.path) === null }));
}

/** How a table stands for this browser; without the house's word nobody knows, so it may run. @param {KnownTable} table @returns {State} */
export function stateOf({ standing, gone }) {
  if (gone) return "gone";
  if (!standing) return "running";
  const { phase, seats, people, to_move } = standing;
  if (phase === "over") return "over";
  const yours = phase === "playing" ? to_move && seats.includes(to_move) : seats.some((seat) => !people[seat].ready);
  return yours ? "yours" : "running";
}

/** @param {KnownTable} table */
export function rivalName({ standing, against }) {
  if (!standing) return against || t("A game");
  const { mode, seats, people } = standing;
  if (mode === "screen") return people.white.name && people.red.name ? `${people.white.name} – ${people.red.name}` : t("Two players, one screen");
  const rival = people[rivalOf(seats[0])];
  if (rival.level) return t("{name}, level {level}", { name: t(rival.name), level: rival.level });
  return rival.name || t("With a friend");
}

/** Whose turn it is, or how it ended. @param {KnownTable} table */
export function outcomeWords(table) {
  const { standing } = table;
  if (table.gone) return t("No longer available");
  if (!standing) return t("Unfinished");
  const { end, mode, seats, phase, to_move, people } = standing;
  if (end && !end.winner) return t("Draw");
  if (end?.winner && mode === "screen") {
    const name = people[end.winner].name;
    if (name) return t("{name} won", { name });
    return end.winner === "white" ? t("White won") : t("Red won");
  }
  if (end?.winner) return seats.includes(end.winner) ? t("Won") : t("Lost");
  if (stateOf(table) === "yours") {
    if (phase !== "playing") return t("Place your masks");
    if (mode !== "screen" || !to_move) return t("Your turn");
    return people[to_move].name ? t("{name} to move", { name: people[to_move].name }) : to_move === "white" ? t("White to move") : t("Red to move");
  }
  return phase === "waiting" ? t("Waiting for your friend") : t("Your opponent's turn");
}

/** By which rules, and with which aid. @param {TableStanding} standing */
export function variantWords({ aid, ladies }) {
  const aids = { off: t("no aid"), notes: t("aid: notes"), logic: t("aid: logic"), chances: t("aid: chances") };
  return [aids[aid], ladies === "captor" && t("Spanish Lady rule")].filter(Boolean).join(" · ");
}

/** The table that waits longest in vain is of no interest: the one last touched is. @param {KnownTable[]} tables */
export function waitingTable(tables) {
  const yours = tables.filter((one) => stateOf(one) === "yours");
  return yours.sort((one, other) => timeOf(other) - timeOf(one))[0] ?? null;
}

/** @param {KnownTable} table */
export function timeOf({ standing, when }) {
  return standing?.at ?? when;
}

/** How long ago, in words; a date after a week. @param {number} time @param {number} [now] */
export function agoWords(time, now = Date.now()) {
  let span = Math.max(0, now - time) / 1000;
  if (span < 60) return t("just now");
  for (const [length, unit] of SPANS) {
    if (span < length) return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(-Math.floor(span), unit);
    span /= length;
  }
  return new Date(time).toLocaleDateString(language(), { dateStyle: "medium" });
}

/** @param {KnownTable} table */
function row(table) {
  const { path, standing } = table;
  const time = timeOf(table);
  const level = standing?.mode === "house" && standing.people[rivalOf(standing.seats[0])].level;
  const name = el("b", {}, rivalName(table));
  const date = new Date(time);
  return el(
    "li",
    { "data-state": stateOf(table) },
    level ? el("img", { src: portrait(level), alt: "", width: 122, height: 161, loading: "lazy" }) : art(picture(face(standing?.mode === "friend" ? rivalOf(standing.seats[0]) : "white", 0), "no-portrait")),
    table.gone ? name : el("a", { href: path }, name),
    el("span", { class: "outcome" }, outcomeWords(table)),
    el("span", { class: "soft small by-rules" }, standing && variantWords(standing)),
    Number.isNaN(date.getTime()) ? null : el("time", { class: "soft small", datetime: date.toISOString(), title: date.toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" }) }, agoWords(time)),
  );
}

/** @param {number} level */
function portrait(level) {
  return new URL(`../../portraits/${level}.svg`, import.meta.url).href;
}

/** @type {Record<string, State[]>} */
const FILTERS = { all: ["yours", "running", "over", "gone"], yours: ["yours"], running: ["yours", "running"], over: ["over"] };

/** Show what the filter lets through. @param {HTMLElement} place @param {KnownTable[]} tables */
export function showTables(place, tables) {
  place.hidden = !tables.length;
  const picked = place.querySelector("[name=filter]:checked");
  const states = FILTERS[picked instanceof HTMLInputElement ? picked.value : "all"];
  const shown = tables.filter((one) => states.includes(stateOf(one)));
  for (const choice of place.querySelectorAll("[name=filter]")) {
    const count = tables.filter((one) => FILTERS[/** @type {HTMLInputElement} */ (choice).value].includes(stateOf(one))).length;
    const figure = choice.parentElement?.querySelector(".figures");
    if (figure) figure.textContent = count.toLocaleString(language());
  }
  place.querySelector("ul")?.replaceChildren(...shown.map(row));
  const status = place.querySelector("[role=status]");
  if (status) status.textContent = shown.length ? n("{n} game", "{n} games", shown.length) : t("No games to show.");
}

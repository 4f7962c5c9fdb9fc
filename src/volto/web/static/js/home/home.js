// @ts-check
/**
 * The home page: whoever is new is led to the first lesson, whoever has played before to the table that
 * waits for them, or to the next game; the choices are remembered.
 */
import { beaten } from "../site/beaten.js";
import { part } from "../site/dom.js";
import { beginFirstGame } from "../site/first_game.js";
import { loadWords, n, t } from "../site/i18n.js";
import { learned } from "../site/learned.js";
import { forgetTables, recentTables, rememberInvitation } from "../site/recent_tables.js";
import { keep, kept } from "../site/storage.js";
import { post } from "../wire/post.js";
import { refusal } from "../wire/refusals.js";
import { sealBeaten } from "./ladder.js";
import { agoWords, lookUp, outcomeWords, rivalName, showTables, stateOf, timeOf, waitingTable } from "./tables.js";

const CHOICES = "volto.choices";
const form = /** @type {HTMLFormElement} */ (part("play"));
/** @type {import("./tables.js").KnownTable[]} */ let tables = recentTables();
/** @type {import("./showcase.js").Showcase | undefined} */ let showcase;

/** @param {string} name */
function picked(name) {
  return String(new FormData(form).get(name) ?? "");
}

function wish() {
  return {
    level: Number(picked("level")),
    family: picked("family"),
    first: picked("first"),
    aid: picked("aid"),
    ladies: picked("ladies"),
    name: picked("name").trim(),
    names: { white: picked("name-white").trim(), red: picked("name-red").trim() },
  };
}

function restore() {
  const last = kept(CHOICES);
  if (typeof last !== "object" || last === null) return;
  const names = Object.entries(last.names ?? {}).map(([family, name]) => [`name-${family}`, name]);
  for (const [name, value] of [...Object.entries(last), ...names]) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) {
      for (const option of field) {
        if (option instanceof HTMLInputElement && option.value === String(value)) option.checked = true;
      }
    } else if (field instanceof HTMLInputElement && field.type === "text") {
      field.value = String(value).slice(0, 40);
    }
  }
}

/** Say what a press of the button will do. */
function show() {
  const level = form.querySelector("[name=level]:checked");
  if (level instanceof HTMLInputElement) {
    const name = level.dataset.name ?? "";
    part("level-name").textContent = name;
    part("level-words").textContent = level.dataset.words ?? "";
    for (const against of form.querySelectorAll("[data-against]")) against.textContent = t("{name}, level {level}", { name, level: level.value });
  }
  for (const text of form.querySelectorAll("[data-aid]")) {
    if (text instanceof HTMLElement) text.hidden = text.dataset.aid !== picked("aid");
  }
  const said = [];
  for (const name of ["family", "first", "ladies"]) {
    const field = form.querySelector(`[name=${name}]:checked`);
    const title = field?.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
    said.push(t("{label}: {value}", { label: title, value: field?.closest("label")?.textContent?.trim() ?? "" }));
  }
  part("summary").textContent = said.join(" · ");
}

/** Do something that leads to a table; a refusal is told. @param {() => Promise<void>} act */
async function attempt(act) {
  part("trouble").textContent = "";
  form.setAttribute("aria-busy", "true");
  try {
    await act();
  } catch (error) {
    part("trouble").textContent = refusal(error, t("Couldn't start the game. Try again in a moment."));
    part("trouble").scrollIntoView({ block: "nearest" });
  } finally {
    form.removeAttribute("aria-busy");
  }
}

/** @param {string} mode */
function begin(mode) {
  const choices = wish();
  keep(CHOICES, choices);
  return attempt(async () => {
    const made = await post("/api/tables", { mode, ...choices });
    if (made.invite) rememberInvitation(made.path, made.invite);
    location.assign(made.path);
  });
}

/** Who opens this page. */
function reader() {
  return tables.length || learned().length || beaten().length ? "player" : "newcomer";
}

/** Who has played here finds the table that waits, then the next game; everyone else the first lesson. */
function receive() {
  form.dataset.reader = reader();
  const waiting = waitingTable(tables);
  const link = part("waiting");
  link.hidden = !waiting;
  part("now").classList.toggle("primary", !waiting);
  part("now").classList.toggle("second", !!waiting);
  if (waiting) {
    link.setAttribute("href", waiting.path);
    /** @type {HTMLElement} */ (link.querySelector("span")).textContent = outcomeWords(waiting);
    /** @type {HTMLElement} */ (link.querySelector("small")).textContent = [rivalName(waiting), agoWords(timeOf(waiting))].join(" · ");
  }
  const more = tables.filter((one) => stateOf(one) === "yours").length - 1;
  part("more-waiting").hidden = more < 1;
  part("more-waiting").textContent = n("{n} more game is waiting for you", "{n} more games are waiting for you", more);
  showTables(part("recent"), tables);
}

/** Ask the house how the tables stand. */
async function refresh() {
  if (!recentTables().length) return;
  tables = await lookUp();
  receive();
}

/** The recorded game, on the real mat. */
async function draw() {
  const picture = part("picture");
  const [{ Showcase }] = await Promise.all([import("./showcase.js"), import("../board/board.js")]);
  const board = /** @type {import("../board/board.js").VoltoBoard} */ (document.createElement("volto-board"));
  board.toggleAttribute("fill", true);
  picture.replaceChildren(board);
  board.side = "white";
  board.interactive = false;
  showcase = new Showcase(board, part("pause"), JSON.parse(picture.dataset.game ?? "null"));
}

form.addEventListener("change", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  begin(button instanceof HTMLButtonElement ? button.value : "house");
});
for (const [field, mode] of [["name", "friend"], ["name-white", "screen"], ["name-red", "screen"]]) {
  part(field).addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    begin(mode);
  });
}
part("guided").addEventListener("click", () => void attempt(beginFirstGame));
part("recent").addEventListener("change", () => showTables(part("recent"), tables));
part("forget").addEventListener("click", () => {
  forgetTables();
  tables = [];
  receive();
});
addEventListener("pageshow", (event) => event.persisted && void refresh());
document.addEventListener("visibilitychange", () => !document.hidden && void refresh());
document.addEventListener("language", () => {
  show();
  receive();
  showcase?.speak();
});
form.dataset.reader = reader();
restore();
await loadWords();
show();
sealBeaten(part("rungs"));
receive();
await Promise.all([draw(), refresh()]);

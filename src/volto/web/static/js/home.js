// @ts-check
/** The home page: one press and you play; the choices are remembered for the next time. */
import { keep, kept } from "./kept.js";
import { language, loadWords, t } from "./words.js";

const CHOICES = "volto.choices";
const TABLES = "volto.tables";
const INVITES = "volto.invites";
const form = /** @type {HTMLFormElement} */ (document.getElementById("play"));

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(id);
  return found;
}

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
  };
}

function restore() {
  const last = kept(CHOICES);
  if (typeof last !== "object" || last === null) return;
  for (const [name, value] of Object.entries(last)) {
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
    part("level-name", HTMLElement).textContent = name;
    part("level-words", HTMLElement).textContent = level.dataset.words ?? "";
    part("against", HTMLElement).textContent = t("{name}, level {level}", { name, level: level.value });
  }
  for (const text of form.querySelectorAll("[data-aid]")) {
    if (text instanceof HTMLElement) text.hidden = text.dataset.aid !== picked("aid");
  }
  const said = [];
  for (const name of ["family", "first", "aid", "ladies"]) {
    const field = form.querySelector(`[name=${name}]:checked`);
    const title = field?.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
    said.push(`${title}: ${field?.closest("label")?.textContent?.trim() ?? ""}`);
  }
  part("summary", HTMLElement).textContent = said.join(" · ");
}

/** @param {string} text */
function complain(text) {
  part("trouble", HTMLElement).textContent = text;
}

/** @param {string} mode */
async function begin(mode) {
  complain("");
  const choices = wish();
  keep(CHOICES, choices);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode, ...choices }),
    });
    if (answer.status === 429) return complain(t("Too many new tables at once. Wait a moment and try again."));
    if (!answer.ok) return complain(t("The house could not lay this table. Try again in a moment."));
    const made = await answer.json();
    if (made.invite) remember(made.path, made.invite);
    location.assign(made.path);
  } catch {
    complain(t("The house does not answer. Check your connection and try again."));
  } finally {
    form.removeAttribute("aria-busy");
  }
}

/** Remember the link for the friend; the table shows it. @param {string} path @param {string} invite */
function remember(path, invite) {
  const known = kept(INVITES);
  const others = typeof known === "object" && known !== null ? Object.entries(known).slice(-11) : [];
  keep(INVITES, Object.fromEntries([...others, [path, invite]]));
}

/** The tables that this browser has sat at; the play page writes them. */
function recall() {
  const tables = kept(TABLES);
  if (!Array.isArray(tables)) return;
  const list = part("recent", HTMLElement).querySelector("ul");
  const sound = tables.filter((one) => typeof one?.path === "string" && /^\/(t|watch)\/[\w\-/]+$/.test(one.path));
  for (const table of sound.slice(0, 6)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = table.path;
    link.textContent = typeof table.against === "string" && table.against ? table.against : t("A game");
    item.append(link, " ", when(table.when));
    list?.append(item);
  }
  part("recent", HTMLElement).hidden = sound.length === 0;
}

/** @param {unknown} moment */
function when(moment) {
  const text = document.createElement("time");
  text.className = "soft small";
  const date = new Date(typeof moment === "number" || typeof moment === "string" ? moment : NaN);
  if (Number.isNaN(date.getTime())) return text;
  text.dateTime = date.toISOString();
  text.textContent = date.toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
  return text;
}

/** The picture, drawn as the real mat. */
async function draw() {
  const picture = part("picture", HTMLElement);
  if (picture.checkVisibility && !picture.checkVisibility()) return;
  await import("./board.js");
  const board = /** @type {import("./learn.js").Board} */ (document.createElement("volto-board"));
  picture.replaceChildren(board);
  board.side = "white";
  board.interactive = false;
  board.sight = JSON.parse(picture.dataset.sight ?? "null");
}

form.addEventListener("change", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  begin(button instanceof HTMLButtonElement ? button.value : "house");
});
part("name", HTMLInputElement).addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  begin("friend");
});
part("forget", HTMLButtonElement).addEventListener("click", () => {
  keep(TABLES, []);
  part("recent", HTMLElement).hidden = true;
});
restore();
await loadWords();
show();
recall();
await draw();

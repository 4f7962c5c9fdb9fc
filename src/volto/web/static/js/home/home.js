// @ts-check
/** The home page: one press and you play; the choices are remembered for the next time. */
import { el, part } from "../site/dom.js";
import { language, loadWords, t } from "../site/i18n.js";
import { forgetTables, recentTables, rememberInvitation } from "../site/recent_tables.js";
import { keep, kept } from "../site/storage.js";
import { post } from "../wire/post.js";
import { refusal } from "../wire/refusals.js";
import { sealBeaten } from "./ladder.js";

const CHOICES = "volto.choices";
const SHOWN = 6;
const form = /** @type {HTMLFormElement} */ (part("play"));

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
    part("level-name").textContent = name;
    part("level-words").textContent = level.dataset.words ?? "";
    part("against").textContent = t("{name}, level {level}", { name, level: level.value });
  }
  for (const text of form.querySelectorAll("[data-aid]")) {
    if (text instanceof HTMLElement) text.hidden = text.dataset.aid !== picked("aid");
  }
  const said = [];
  for (const name of ["family", "first", "aid", "ladies"]) {
    const field = form.querySelector(`[name=${name}]:checked`);
    const title = field?.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
    said.push(t("{label}: {value}", { label: title, value: field?.closest("label")?.textContent?.trim() ?? "" }));
  }
  part("summary").textContent = said.join(" · ");
}

/** @param {string} mode */
async function begin(mode) {
  part("trouble").textContent = "";
  const choices = wish();
  keep(CHOICES, choices);
  form.setAttribute("aria-busy", "true");
  try {
    const made = await post("/api/tables", { mode, ...choices });
    if (made.invite) rememberInvitation(made.path, made.invite);
    location.assign(made.path);
  } catch (error) {
    part("trouble").textContent = refusal(error, t("Couldn't start the game. Try again in a moment."));
  } finally {
    form.removeAttribute("aria-busy");
  }
}

/** The tables that this browser has sat at; the play page remembers them. */
function recall() {
  const items = recentTables().slice(0, SHOWN).map(({ path, against, when }) =>
    el("li", {}, el("a", { href: path }, against || t("A game")), " ", moment(new Date(when))),
  );
  part("recent").querySelector("ul")?.replaceChildren(...items);
  part("recent").hidden = !items.length;
}

/** @param {Date} date */
function moment(date) {
  if (Number.isNaN(date.getTime())) return null;
  return el("time", { class: "soft small", datetime: date.toISOString() }, date.toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" }));
}

/** The picture, drawn as the real mat. */
async function draw() {
  const picture = part("picture");
  if (picture.checkVisibility && !picture.checkVisibility()) return;
  await import("../board/board.js");
  const board = /** @type {import("../board/board.js").VoltoBoard} */ (document.createElement("volto-board"));
  picture.replaceChildren(board);
  board.side = "white";
  board.interactive = false;
  board.snapshot = JSON.parse(picture.dataset.snapshot ?? "null");
}

form.addEventListener("change", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  begin(button instanceof HTMLButtonElement ? button.value : "house");
});
part("name").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  begin("friend");
});
part("forget").addEventListener("click", () => {
  forgetTables();
  part("recent").hidden = true;
});
document.addEventListener("language", () => {
  show();
  recall();
});
restore();
await loadWords();
show();
sealBeaten(part("rungs"));
recall();
await draw();

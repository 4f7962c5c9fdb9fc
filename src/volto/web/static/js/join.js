// @ts-check
/** A friend arrives by link: a name, one button, and the table. */
import { keep, kept } from "./kept.js";
import { loadWords, t } from "./words.js";

const NAME = "volto.name";
const form = /** @type {HTMLFormElement} */ (document.getElementById("join"));
const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
const { table, key } = document.body.dataset;

async function join() {
  trouble.textContent = "";
  keep(NAME, name.value.trim());
  try {
    const answer = await fetch(`/api/tables/${table}/join`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key, name: name.value.trim() }),
    });
    if (answer.ok) return location.replace((await answer.json()).path);
    trouble.textContent =
      answer.status === 409
        ? t("Somebody has just taken this seat. Ask your friend for a new invitation.")
        : t("The house could not open the seat. Load the page again in a moment.");
  } catch {
    trouble.textContent = t("The house does not answer. Check your connection and try again.");
  }
}

const known = kept(NAME);
if (typeof known === "string") name.value = known;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void join();
});
await loadWords();
name.focus();

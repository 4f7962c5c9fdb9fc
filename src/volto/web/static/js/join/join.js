// @ts-check
/** A friend arrives by link: a name, one button, and the table. */
import { part } from "../site/dom.js";
import { loadWords, t } from "../site/i18n.js";
import { keep, kept } from "../site/storage.js";
import { post } from "../wire/post.js";
import { refusal } from "../wire/refusals.js";

const NAME = "volto.name";
const name = /** @type {HTMLInputElement} */ (part("name"));
const { table, key } = document.body.dataset;

async function join() {
  part("trouble").textContent = "";
  keep(NAME, name.value.trim());
  try {
    location.replace((await post(`/api/tables/${table}/join`, { key, name: name.value.trim() })).path);
  } catch (error) {
    part("trouble").textContent = refusal(error, t("Couldn't open your seat. Reload the page in a moment."));
  }
}

const known = kept(NAME);
if (typeof known === "string") name.value = known;
part("join").addEventListener("submit", (event) => {
  event.preventDefault();
  void join();
});
await loadWords();
name.focus();

// @ts-check
/** A friend arrives by link: a name, one button, and the table. */
import { followAddress, keyInAddress } from "../site/address.js";
import { part } from "../site/dom.js";
import { loadWords, t } from "../site/i18n.js";
import { keep, kept } from "../site/storage.js";
import { post } from "../wire/post.js";
import { refusal } from "../wire/refusals.js";

const NAME = "volto.name";
const JOINING = "volto.joining";
const name = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
const { table } = document.body.dataset;
const key = keyInAddress();
followAddress();

/** What this browser calls itself to the table, so that an answer that was lost can be asked for again. */
function token() {
  const before = kept(JOINING);
  if (before?.table === table) return before.token;
  const fresh = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(JOINING, { table, token: fresh });
  return fresh;
}

async function join(called = "") {
  location.replace((await post(`/api/tables/${table}/join`, { key, name: called, token: token() })).path);
}

if (name) {
  const known = kept(NAME);
  if (typeof known === "string") name.value = known;
  part("join").addEventListener("submit", (event) => {
    event.preventDefault();
    part("trouble").textContent = "";
    keep(NAME, name.value.trim());
    join(name.value.trim()).catch((error) => {
      part("trouble").textContent = refusal(error, t("Couldn't open your seat. Reload the page in a moment."));
    });
  });
  await loadWords();
  name.focus({ preventScroll: true }); // on a small screen too, who invites is read first
} else if (kept(JOINING)?.table === table) {
  await join().catch(() => {}); // somebody else took it
}

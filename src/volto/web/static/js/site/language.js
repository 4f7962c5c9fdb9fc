// @ts-check
/**
 * Another language in place, without a reload: the same page is fetched in the new language, and
 * whatever the server wrote and no script has changed since is exchanged. Scripts write their own
 * part anew on the document's event `language`.
 *
 * @typedef {{element: Element, html: string}} Passage an element that holds words of its own
 * @typedef {{element: Element, values: Map<string, string>}} Labels attributes that may hold words
 * @typedef {{passages: Passage[], labels: Labels[]}} Wording
 */
import { loadWords } from "./i18n.js";

const SPOKEN = ["title", "aria-label", "placeholder", "alt", "content"];

/** Everything worded in a document, in its order. @param {Document} page @returns {Wording} */
function wordingOf(page) {
  /** @type {Wording} */
  const found = { passages: [], labels: [] };
  /** @param {Element} element */
  const read = (element) => {
    if (element.localName === "noscript") return;
    const values = [...element.attributes].filter(({ name }) => SPOKEN.includes(name) || (name.startsWith("data-") && name !== "data-theme"));
    if (values.length) found.labels.push({ element, values: new Map(values.map(({ name, value }) => [name, value])) });
    const worded = [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
    if (worded) found.passages.push({ element, html: element.innerHTML });
    else for (const child of element.children) read(child);
  };
  read(page.documentElement);
  return found;
}

/** What the server wrote, as long as no script has touched it. */
const written = wordingOf(document);

/** @param {Document} page this page in another language @returns {boolean} whether it is the same page */
function exchange(page) {
  const fresh = wordingOf(page);
  if (fresh.passages.length !== written.passages.length || fresh.labels.length !== written.labels.length) return false;
  fresh.passages.forEach(({ element, html }, i) => {
    const old = written.passages[i];
    if (old.element.innerHTML === old.html) old.element.replaceChildren(...element.childNodes);
    old.html = html;
  });
  fresh.labels.forEach(({ values }, i) => {
    const old = written.labels[i];
    for (const [name, value] of values) {
      if (old.element.getAttribute(name) === old.values.get(name)) old.element.setAttribute(name, value);
    }
    old.values = values;
  });
  return true;
}

/**
 * Remember the language of a form's button for this reader, and speak it from now on.
 * @param {HTMLFormElement} form @param {HTMLButtonElement} button
 * @returns {Promise<"spoken" | "other" | "away">} "other": the page is another one by now and has to be loaded anew;
 *   "away": the house does not answer, so everything stays as it is
 */
export async function speak(form, button) {
  const body = new URLSearchParams({ language: button.value, back: location.pathname });
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  const html = await answer?.text().catch(() => null);
  if (!answer || !html) return "away";
  const page = new DOMParser().parseFromString(html, "text/html");
  if (page.documentElement.lang !== button.value || !exchange(page)) return answer.ok ? "other" : "away";
  document.documentElement.lang = button.value;
  for (const other of form.querySelectorAll("button")) other.toggleAttribute("aria-current", other === button);
  button.setAttribute("aria-current", "true");
  await loadWords();
  document.dispatchEvent(new Event("language"));
  return "spoken";
}

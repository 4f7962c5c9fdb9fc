// @ts-check
/** Day and night, the language menu and the way past the menus, on every page. */
import { speak } from "./language.js";

const YEAR = 365 * 24 * 3600;
const root = document.documentElement;

/** Is the page dark now, by choice or by the system's? */
function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

for (const toggle of document.querySelectorAll("[data-theme-toggle]")) {
  if (!(toggle instanceof HTMLElement)) continue;
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    document.cookie = `theme=${theme};path=/;max-age=${YEAR};samesite=lax`;
  });
}

// The end of an address may be the key of a seat: no jump takes it away.
for (const skip of document.querySelectorAll("a.skip")) {
  if (!(skip instanceof HTMLAnchorElement)) continue;
  skip.addEventListener("click", (event) => {
    const target = document.querySelector(skip.hash);
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus();
  });
}

for (const menu of document.querySelectorAll("details.tongue")) {
  if (!(menu instanceof HTMLDetailsElement)) continue;
  const form = /** @type {HTMLFormElement} */ (menu.querySelector("form"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    menu.setAttribute("aria-busy", "true");
    const came = await speak(form, button);
    menu.removeAttribute("aria-busy");
    if (came === "other") return loadAnew(form, button.value);
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  const leave = (/** @type {EventTarget | null} */ target) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  document.addEventListener("pointerdown", (event) => leave(event.target));
  menu.addEventListener("focusout", (event) => leave(event.relatedTarget));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

/** The plain way, which loads the page again. @param {HTMLFormElement} form @param {string} language */
function loadAnew(form, language) {
  const back = /** @type {HTMLInputElement} */ (form.elements.namedItem("back"));
  back.value = location.pathname + location.hash;
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "language", value: language }));
  form.submit();
}

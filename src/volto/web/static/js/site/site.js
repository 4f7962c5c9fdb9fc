// @ts-check
/** Day and night, and the language menu, on every page. */

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

for (const menu of document.querySelectorAll("details.tongue")) {
  if (!(menu instanceof HTMLDetailsElement)) continue;
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

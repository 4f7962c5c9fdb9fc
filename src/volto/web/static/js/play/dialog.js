// @ts-check
/** A question that wants an answer before anything else. */
import { el, part } from "../site/dom.js";
import { t } from "../site/i18n.js";

/**
 * @param {string} question
 * @param {string} yes
 * @param {string} [detail]
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, detail) {
  return opened(question, yes, detail ? el("p", {}, detail) : null);
}

/** Ask for a name; null if the player thought better of it. @param {string} question @param {string} yes @param {string} given */
export async function named(question, yes, given) {
  const input = el("input", { type: "text", maxlength: 30, value: given, "aria-labelledby": "ask-question" });
  return (await opened(question, yes, input)) ? input.value.trim() || given : null;
}

/** Show something until it is closed. @param {string} title @param {HTMLElement} content */
export function shown(title, content) {
  return opened(title, null, content);
}

/** @param {string} question @param {string | null} yes null: there is nothing to decide @param {HTMLElement | null} middle @returns {Promise<boolean>} */
function opened(question, yes, middle) {
  const dialog = /** @type {HTMLDialogElement} */ (part("ask"));
  const form = el(
    "form",
    { method: "dialog" },
    el("h2", { id: "ask-question" }, question),
    middle,
    el(
      "div",
      { class: "ask-buttons" },
      el("button", { type: "submit", value: "no", formnovalidate: true }, yes ? t("Cancel") : t("Close")),
      yes && el("button", { type: "submit", value: "yes", class: "primary" }, yes),
    ),
  );
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    dialog.close("yes");
  });
  dialog.replaceChildren(form);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        dialog.replaceChildren();
        resolve(dialog.returnValue === "yes");
      },
      { once: true },
    );
  });
}

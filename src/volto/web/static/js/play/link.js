// @ts-check
/** A link to hand on: to read, to copy, and to send where the device can. */
import { button, el } from "../site/dom.js";
import { t } from "../site/i18n.js";

/**
 * @param {string} link
 * @param {string} label what it is, for those who cannot see it
 * @param {(text: string) => void} say
 * @returns {{field: HTMLInputElement, buttons: HTMLElement[]}}
 */
export function handOn(link, label, say) {
  const field = el("input", { type: "text", class: "link", readonly: true, value: link, "aria-label": label, click: () => field.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      say(t("Link copied."));
    } catch {
      say(t("Press and hold the link to copy it."));
    }
  };
  const buttons = [button("copy", t("Copy the link"), () => void copy(), { class: "primary with-text" })];
  if (typeof navigator.share === "function") {
    buttons.push(button("share", t("Share"), () => void navigator.share({ url: link, title: "Volto" }).catch(() => {}), { class: "with-text" }));
  }
  return { field, buttons };
}

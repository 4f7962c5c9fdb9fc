// @ts-check
/** The link for a friend, until somebody has taken the seat. */
import { button, el } from "./dom.js";
import { kept } from "./kept.js";
import { t } from "./words.js";

/** The invitation that this browser made for this table, if it did. */
export function invitation() {
  const invites = kept("volto.invites");
  const path = typeof invites === "object" && invites !== null ? invites[location.pathname] : null;
  return typeof path === "string" && /^\/join\/[\w\-/]+$/.test(path) ? new URL(path, location.href).href : null;
}

/** @param {(text: string) => void} say */
export function inviteCard(say) {
  const link = invitation();
  const title = el("h2", {}, t("Waiting for your friend"));
  if (!link) return el("div", { class: "invite card" }, title, el("p", {}, t("The invitation was made in another browser; send the link from there.")));
  const field = el("input", { type: "text", readonly: true, value: link, "aria-label": t("The link for your friend"), click: () => field.select() });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      say(t("The link is copied."));
    } catch {
      say(t("Press and hold the link to copy it."));
    }
  };
  const share = typeof navigator.share === "function" && button("share", t("Share"), () => void navigator.share({ url: link, title: "Volto" }).catch(() => {}), { class: "with-text" });
  return el(
    "div",
    { class: "invite card" },
    title,
    el("p", {}, t("Send this link. It opens the other seat, once. Meanwhile arrange your masks.")),
    field,
    el("div", { class: "invite-buttons" }, button("copy", t("Copy the link"), () => void copy(), { class: "primary with-text" }), share),
  );
}

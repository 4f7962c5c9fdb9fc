// @ts-check
/** The link for a friend, until somebody has taken the seat. */
import { el } from "../site/dom.js";
import { t } from "../site/i18n.js";
import { invitationTo } from "../site/recent_tables.js";
import { handOn } from "./link.js";

/** @param {string} seat the address of the own seat @param {(text: string) => void} say */
export function inviteCard(seat, say) {
  const path = invitationTo(seat);
  const title = el("h2", {}, t("Waiting for your friend"));
  if (!path) return el("div", { class: "invite card" }, title, el("p", {}, t("The invitation was created in another browser; send the link from there.")));
  const origins = (document.body.dataset.origins ?? "").split(" ").filter(Boolean);
  const [link, ...others] = (origins.length ? origins : [location.href]).map((origin) => new URL(path, origin).href);
  const { field, buttons } = handOn(link, t("The link for your friend"), say);
  return el(
    "div",
    { class: "invite card" },
    title,
    el("p", {}, t("Send this link. It opens the other seat and works only once. Meanwhile, arrange your masks.")),
    field,
    origins.length === 0 && el("p", { class: "notice" }, t("Only this computer can open this link. For friends on other devices, start the server like this: volto serve --host 0.0.0.0")),
    others.length > 0 && el("p", { class: "soft small" }, t("If it does not open there, try:"), ...others.map((one) => el("code", {}, one))),
    el("div", { class: "invite-buttons" }, ...buttons),
  );
}

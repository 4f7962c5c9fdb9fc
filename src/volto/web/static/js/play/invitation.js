// @ts-check
/** The link for a friend, until somebody has taken the seat. */
import { art, el } from "../site/dom.js";
import { t } from "../site/i18n.js";
import { invitationTo } from "../site/recent_tables.js";
import { post } from "../wire/post.js";
import { handOn } from "./link.js";

const QUIET = 4; // modules that a scanner wants round the code
/** @type {Map<string, Promise<{size: number, path: string} | null>>} by the link: the card is made anew with every render */
const codes = new Map();
/** @type {boolean | undefined} whether the code is unfolded; at first where there is room */
let unfolded;

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
    origins.length > 0 && qrCode(link),
  );
}

/** The link for the camera of a phone; it stays away if the house cannot draw it. @param {string} link */
function qrCode(link) {
  unfolded ??= matchMedia("(min-width: 60rem) and (min-height: 40rem)").matches;
  const place = el("details", { class: "qr", hidden: true, open: unfolded, toggle: () => (unfolded = place.open) }, el("summary", { class: "soft small" }, t("Or scan the code with a phone.")));
  const code = codes.get(link) ?? post("/api/qr", { link }).catch(() => null);
  codes.set(link, code);
  void code.then((drawn) => {
    if (!drawn) return;
    const box = `${-QUIET} ${-QUIET} ${drawn.size + 2 * QUIET} ${drawn.size + 2 * QUIET}`;
    const picture = art(`<svg viewBox="${box}" role="img" shape-rendering="crispEdges"><path/></svg>`);
    picture.setAttribute("aria-label", t("QR code of the link"));
    picture.querySelector("path")?.setAttribute("d", drawn.path);
    place.append(picture);
    place.hidden = false;
  });
  return place;
}

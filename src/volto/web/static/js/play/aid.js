// @ts-check
/**
 * A look at a rival mask, as far as the table's deduction aid goes: own pencil notes, the roles it
 * can still have, how likely each is. The house works these out; the page only shows them.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("./notes.js").Notes} Notes
 * @typedef {import("../board/art.js").Role} Role
 */
import { signPicture } from "../board/art.js";
import { anyOf, roleName, someRole } from "../board/labels.js";
import { trail } from "../board/trail.js";
import { art, el } from "../site/dom.js";
import { language, t } from "../site/i18n.js";
import { ROLES } from "../wire/messages.js";

/** @param {number} share of 1 */
export function percent(share) {
  const rare = share > 0 && share < 0.005;
  const text = new Intl.NumberFormat(language(), { style: "percent" }).format(rare ? 0.01 : share);
  return rare ? `< ${text}` : text;
}

/** @param {Role} role */
export function roleTag(role) {
  return el("span", { class: "role-tag" }, art(signPicture(role)), el("span", {}, roleName(role)));
}

/** What a mask can still be, in a sentence; null if the aid does not say. @param {Snapshot} snapshot @param {number} mask */
export function possibilities(snapshot, mask) {
  const standing = snapshot.masks.find((one) => one.mask === mask);
  const guess = snapshot.guesses.find((one) => one.mask === mask);
  if (!standing || !guess) return null;
  const roles = /** @type {Role[]} */ ([...guess.roles]);
  const cell = standing.cell;
  if (roles.length === 1) return t("{cell} can only be {role}.", { cell, role: someRole(roles[0]) });
  if (roles.length === ROLES.length) return t("{cell} can still be anyone.", { cell });
  return t("{cell} can be {roles}.", { cell, roles: anyOf(roles) });
}

/**
 * @param {Snapshot} snapshot
 * @param {number} mask
 * @param {Notes | null} notes
 * @param {() => void} changed called when a note was made or rubbed out
 */
export function maskPanel(snapshot, mask, notes, changed) {
  const standing = snapshot.masks.find((one) => one.mask === mask);
  if (!standing || snapshot.aid === "off") return null;
  const guess = snapshot.guesses.find((one) => one.mask === mask);
  const way = trail(snapshot.turns, mask);
  const rows = ROLES.map((role) => {
    const possible = !guess || guess.roles.includes(role);
    const chance = guess?.chances?.[role];
    const noted = notes?.of(mask).includes(role) ?? false;
    return el(
      "li",
      { class: possible ? "" : "ruled-out" },
      el(
        "button",
        {
          type: "button",
          class: "note-toggle",
          "data-role": role,
          "aria-pressed": String(noted),
          "aria-label": possible ? t("Pencil in: {role}", { role: roleName(role) }) : t("Pencil in: {role} (ruled out)", { role: roleName(role) }),
          click: () => {
            notes?.toggle(mask, role);
            changed();
          },
        },
        roleTag(role),
      ),
      chance === undefined ? null : chanceBar(chance),
    );
  });
  return el(
    "div",
    { class: "mask-look" },
    el("h2", {}, t("The mask on {cell}", { cell: standing.cell })),
    guess ? el("p", { class: "look-words" }, possibilities(snapshot, mask)) : null,
    el("p", { class: "look-way small" }, way.length ? t("Path so far: {cells}", { cells: way.join(" → ") }) : t("It has not moved yet.")),
    el("ul", { class: "roles" }, ...rows),
    el("p", { class: "soft small" }, t("Tap a role to pencil it on the mask. Only you can see it.")),
  );
}

/** Why a mask of one's own stays where it is. @param {Snapshot} snapshot @param {number} mask */
export function whyBlocked(snapshot, mask) {
  const role = snapshot.masks.find((one) => one.mask === mask)?.role;
  if (!role) return null;
  if (snapshot.to_move !== snapshot.seat) return t("It is not your turn yet.");
  return {
    N: t("Your Noble cannot move now: your own masks or the edge of the mat are on every side."),
    A: t("Your Advisor cannot move now: your own masks or the edge of the mat are on every diagonal."),
    C: t("Your Candidate cannot move now: your own masks or the edge of the mat are all around it."),
    S: t("Your Soldier cannot move now: it only goes straight ahead, and one of your own masks or the edge of the mat is in its way."),
    L: t("Your Lady cannot move now: no cell next to her is free, and she never captures."),
  }[role];
}

/** @param {number} share */
function chanceBar(share) {
  const bar = el("span", { class: "chance" }, el("span", { class: "chance-fill" }), el("span", { class: "figures" }, percent(share)));
  /** @type {HTMLElement} */ (bar.firstElementChild).style.setProperty("--share", String(share));
  return bar;
}

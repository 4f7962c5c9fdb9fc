// @ts-check
/**
 * What the mat says aloud: the label of each cell, and a sentence for each turn.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../wire/messages.js").Standing} Standing
 * @typedef {import("../wire/messages.js").Turn} Turn
 * @typedef {import("./art.js").Role} Role
 */
import { language, n, t } from "../site/i18n.js";
import { rivalOf } from "../wire/messages.js";

/** @param {Role} role */
export function roleName(role) {
  return { N: t("Noble"), A: t("Advisor"), C: t("Candidate"), S: t("Soldier"), L: t("Lady") }[role];
}

/** A role inside a sentence, with its article. @param {Role} role */
export function someRole(role) {
  return { N: t("a Noble"), A: t("an Advisor"), C: t("the Candidate"), S: t("the Soldier"), L: t("a Lady") }[role];
}

/** Any of these roles, inside a sentence. @param {Role[]} roles */
export function anyOf(roles) {
  return new Intl.ListFormat(language(), { type: "disjunction" }).format(roles.map(someRole));
}

/** @param {"white" | "red"} family */
export function familyName(family) {
  return family === "white" ? t("White") : t("Red");
}

/**
 * A cell, what stands on it, and what may be done there.
 * @param {string} cell
 * @param {Standing | undefined} mask
 * @param {{own: string | null, moves: number, target: boolean, picked: boolean, can?: Role[], swaps?: boolean}} facts
 *   `can`: what the mask can still be; `swaps`: it changes places with others of its family
 */
export function cellLabel(cell, mask, { own, moves, target, picked, can = [], swaps = false }) {
  const parts = [mask ? t("{label}: {value}", { label: cell, value: maskName(mask, own) }) : t("{cell}: empty", { cell })];
  if (can.length === 1) parts.push(t("can only be {role}", { role: someRole(can[0]) }));
  else if (can.length) parts.push(t("can be {roles}", { roles: anyOf(can) }));
  if (picked) parts.push(t("picked up"));
  else if (target && mask && mask.family === own) parts.push(t("you can swap them"));
  else if (target) parts.push(mask ? t("you can capture it") : t("you can go there"));
  else if (swaps) parts.push(t("can be swapped"));
  else if (moves) parts.push(n("{n} possible move", "{n} possible moves", moves));
  return parts.join(", ");
}

/** @param {Standing} mask @param {string | null} own */
function maskName(mask, own) {
  if (!mask.role) return mask.family === "white" ? t("White mask") : t("Red mask");
  const role = roleName(mask.role);
  if (mask.family === own) return t("your {role}", { role });
  return mask.family === "white" ? t("White's {role}", { role }) : t("Red's {role}", { role });
}

/** What a turn did, in a sentence. @param {Turn} turn */
export function turnSentence(turn) {
  const { origin, target, family } = turn;
  if (!turn.captured) {
    return family === "white"
      ? t("White moves from {origin} to {target}.", { origin, target })
      : t("Red moves from {origin} to {target}.", { origin, target });
  }
  const role = someRole(turn.captured);
  const taken =
    family === "white"
      ? t("White captures on {target} from {origin}: {role}.", { origin, target, role })
      : t("Red captures on {target} from {origin}: {role}.", { origin, target, role });
  if (!turn.captor) return taken;
  return [taken, t("She takes her captor with her: {role}.", { role: someRole(turn.captor) })].join(" ");
}

/** A role as it is called out when its mask has turned. @param {Role} role */
function exclaimed(role) {
  return { N: t("A Noble!"), A: t("An Advisor!"), C: t("The Candidate!"), S: t("The Soldier!"), L: t("A Lady!") }[role];
}

/**
 * Who was under a captured mask, whose it was and where, and who leaves with her; nothing without a capture.
 * @param {Turn} turn @param {string | null} own the family that reads it
 */
export function unmasking({ captured, captor, family, target: cell }, own) {
  if (!captured) return { title: "", words: "" };
  const taken = rivalOf(family);
  const whose = taken === own ? t("Your mask on {cell}.", { cell }) : taken === "white" ? t("White's mask on {cell}.", { cell }) : t("Red's mask on {cell}.", { cell });
  if (!captor) return { title: exclaimed(captured), words: whose };
  const role = roleName(captor);
  const leaves = family === own ? t("Your {role} leaves with her.", { role }) : family === "white" ? t("White's {role} leaves with her.", { role }) : t("Red's {role} leaves with her.", { role });
  return { title: exclaimed(captured), words: `${whose} ${leaves}` };
}

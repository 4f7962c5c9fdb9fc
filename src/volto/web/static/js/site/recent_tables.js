// @ts-check
/** The tables that this browser has sat at, and the invitations it has made. */
import { keep, kept } from "./storage.js";

/** @typedef {{path: string, against: string, when: number}} RecentTable */
const TABLES = "volto.tables";
const INVITES = "volto.invites";
const MOST = 12;

/** The newest first. @returns {RecentTable[]} */
export function recentTables() {
  const all = kept(TABLES);
  return (Array.isArray(all) ? all : []).filter((one) => /^\/t\/[\w-]+#[\w-]+$/.test(one?.path));
}

/** @param {string} path @param {string} against whom */
export function rememberTable(path, against) {
  const others = recentTables().filter((one) => one.path !== path);
  keep(TABLES, [{ path, against, when: Date.now() }, ...others].slice(0, MOST));
}

/** The key of the seat that this browser had at a table, if it is known. @param {string} table */
export function rememberedKey(table) {
  const found = recentTables().find((one) => one.path.startsWith(`/t/${table}#`));
  return found?.path.split("#")[1] ?? "";
}

export function forgetTables() {
  keep(TABLES, []);
}

/** @returns {Record<string, unknown>} by the path of the table */
function invitations() {
  const all = kept(INVITES);
  return typeof all === "object" && all !== null ? all : {};
}

/** The path of the link that this browser made for a table, if it did. @param {string} path */
export function invitationTo(path) {
  const invite = invitations()[path];
  return typeof invite === "string" && /^\/join\/[\w-]+#[\w-]+$/.test(invite) ? invite : null;
}

/** @param {string} path @param {string} invite */
export function rememberInvitation(path, invite) {
  keep(INVITES, Object.fromEntries([...Object.entries(invitations()), [path, invite]].slice(-MOST)));
}

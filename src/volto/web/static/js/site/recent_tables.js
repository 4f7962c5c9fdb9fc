// @ts-check
/** The tables that this browser has sat at, and the invitations it has made. */
import { keep, kept } from "./storage.js";

/**
 * @typedef {import("../wire/messages.js").TableStanding} TableStanding
 * @typedef {{path: string, against: string, when: number, standing?: TableStanding}} RecentTable
 *   `standing` is kept once the game is over: then it is the last word
 */
const TABLES = "volto.tables";
const INVITES = "volto.invites";
const MOST = 50;

/** The newest first. @returns {RecentTable[]} */
export function recentTables() {
  const all = kept(TABLES);
  return (Array.isArray(all) ? all : []).filter((one) => /^\/t\/[\w-]+#[\w-]+$/.test(one?.path));
}

/** @param {string} path @param {string} against whom */
export function rememberTable(path, against) {
  const [known, others] = [recentTables().find((one) => one.path === path), recentTables().filter((one) => one.path !== path)];
  keep(TABLES, [{ ...known, path, against, when: Date.now() }, ...others].slice(0, MOST));
}

/** How finished games ended need not be asked again. @param {Map<string, TableStanding>} standings by path */
export function rememberEnds(standings) {
  keep(TABLES, recentTables().map((one) => {
    const standing = standings.get(one.path);
    return standing?.end ? { ...one, standing } : one;
  }));
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

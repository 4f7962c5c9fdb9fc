// @ts-check
/**
 * What the house says about a table, as types: the same words as its messages.
 *
 * @typedef {"white" | "red"} Family
 * @typedef {import("../board/art.js").Role} Role
 * @typedef {{mask: number, family: Family, cell: string, role: Role | null}} Standing
 * @typedef {{mask: number, family: Family, role: Role}} Lost
 * @typedef {{ply: number, family: Family, mask: number, origin: string, target: string,
 *   taken: number | null, captured: Role | null, captor: Role | null, text: string}} Turn
 * @typedef {{kind: "person" | "house", name: string, level: number | null, joined: boolean, ready: boolean}} Person
 * @typedef {{mask: number, roles: string, chances: Partial<Record<Role, number>> | null}} Guess
 * @typedef {{winner: Family | null, reason: string}} End
 * @typedef {{white: string[], red: string[], opened: Record<string, string>, fingerprint: string}} Seals
 * @typedef {{table: string, seat: Family | null, phase: "waiting" | "deploying" | "playing" | "over",
 *   columns: number, rows: number, roster: string, ladies: "owner" | "captor", quiet_limit: number,
 *   aid: "off" | "notes" | "logic" | "chances", first: Family | null, to_move: Family | null,
 *   ply: number, quiet: number, people: Record<Family, Person>, deployment: string | null,
 *   masks: Standing[], lost: Lost[], moves: Record<string, string[]>, turns: Turn[],
 *   guesses: Guess[], seals: Seals | null, draw_offer: Family | null,
 *   rematch_wish: Family | null, next_table: string | null, shared: Family[], end: End | null}} Snapshot
 * @typedef {{phase?: "waiting" | "deploying" | "playing" | "over", to_move?: Family | null, ply?: number,
 *   quiet?: number, people?: Record<Family, Person>, deployment?: string | null,
 *   moves?: Record<string, string[]>, seals?: Seals, draw_offer?: Family | null,
 *   rematch_wish?: Family | null, next_table?: string | null, shared?: Family[], end?: End, turn?: Turn, lost?: Lost[],
 *   masks?: Standing[], guesses?: Guess[], opened?: Record<string, string>}} Change
 * @typedef {{mode: "house" | "screen" | "friend", seats: Family[], phase: Snapshot["phase"],
 *   people: Record<Family, Person>, ladies: Snapshot["ladies"], aid: Snapshot["aid"],
 *   to_move: Family | null, ply: number, end: End | null, at: number}} TableStanding
 * @typedef {{move: string, value: number, low: number, high: number}} HintMove
 * @typedef {{t: "hint", ref: number, ply: number, move: string, sure: boolean, deployments: number,
 *   moves: HintMove[], reading: Guess[], exposed: Guess[]}} Hint
 */

/** @type {Family[]} */
export const FAMILIES = ["white", "red"];

/** @type {Role[]} */
export const ROLES = ["N", "A", "C", "S", "L"];

/** @param {Family} family @returns {Family} */
export function rivalOf(family) {
  return family === "white" ? "red" : "white";
}

/** A request that changed nothing; `code` is the house's word for why. */
export class Refused extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** Whether anyone may see the finished game: all who played it have said so. @param {Snapshot} snapshot */
export function isPublic({ people, shared }) {
  return FAMILIES.every((family) => people[family].kind === "house" || shared.includes(family));
}

/** How many masks of a role a family still has: anybody can count them. @param {Snapshot} snapshot @param {Family} family @param {Role} role */
export function countLeft(snapshot, family, role) {
  const had = [...snapshot.roster].filter((one) => one === role).length;
  return had - snapshot.lost.filter((one) => one.role === role && one.family === family).length;
}

/**
 * The same table without anything that only one seat may know: for eyes not yet known.
 * @param {Snapshot} snapshot
 * @returns {Snapshot}
 */
export function publicSnapshot(snapshot) {
  if (snapshot.phase === "over") return { ...snapshot, seat: null, moves: {} };
  return {
    ...snapshot,
    seat: null,
    deployment: null,
    masks: snapshot.masks.map((mask) => ({ ...mask, role: null })),
    moves: {},
    guesses: [],
  };
}

/**
 * The snapshot after a happening: what the change does not name is as before.
 * @param {Snapshot} before
 * @param {Change} change
 * @returns {Snapshot}
 */
export function applyChange(before, change) {
  const { turn, lost = [], masks = [], guesses = [], opened, ...replaced } = change;
  const gone = new Set(lost.map((one) => one.mask));
  /** @template {{mask: number}} T @param {T[]} old @param {T[]} fresh */
  const merged = (old, fresh) =>
    [...new Map([...old, ...fresh].map((one) => [one.mask, one])).values()].filter((one) => !gone.has(one.mask));
  const after = { ...before, ...replaced };
  if (after.seals && opened) after.seals = { ...after.seals, opened: { ...after.seals.opened, ...opened } };
  return {
    ...after,
    turns: turn ? [...before.turns, turn] : before.turns,
    lost: [...before.lost, ...lost],
    masks: merged(before.masks, masks),
    guesses: change.end ? [] : merged(before.guesses, guesses),
  };
}

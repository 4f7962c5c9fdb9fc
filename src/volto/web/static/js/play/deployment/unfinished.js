// @ts-check
/**
 * Deployments that somebody is still arranging, kept in this browser so that a reload or another
 * language loses nothing. Each belongs to one seat of one table, and is forgotten once it is ready.
 *
 * @typedef {import("../../wire/messages.js").Family} Family
 */
import { keep, kept } from "../../site/storage.js";

const NAME = "volto.unfinished";
const MOST = 10;

/** @returns {Record<string, string>} */
function all() {
  const found = kept(NAME);
  return typeof found === "object" && found !== null ? found : {};
}

/** @param {string} table @param {Family} family */
export function unfinished(table, family) {
  return all()[`${table}.${family}`] ?? null;
}

/** The newest few are kept. @param {string} table @param {Family} family @param {string} text */
export function keepUnfinished(table, family, text) {
  const { [`${table}.${family}`]: _, ...rest } = all();
  keep(NAME, Object.fromEntries([...Object.entries(rest).slice(1 - MOST), [`${table}.${family}`, text]]));
}

/** @param {string} table @param {Family} family */
export function forgetUnfinished(table, family) {
  const { [`${table}.${family}`]: _, ...rest } = all();
  keep(NAME, rest);
}

// @ts-check
/** The tables that this browser has sat at, so that the home page can lead back to them. */
import { keep, kept } from "./kept.js";
import { nameOf } from "./people.js";
import { rivalOf } from "./sight.js";
import { t } from "./words.js";

const TABLES = "volto.tables";
const MOST = 12;

/** @param {import("./sight.js").Sight} sight @param {import("./sight.js").Family[]} seats own */
export function remember(sight, seats) {
  if (!seats.length) return;
  const all = kept(TABLES);
  const others = (Array.isArray(all) ? all : []).filter((one) => one?.path !== location.pathname);
  const against = seats.length > 1 ? t("Two at one screen") : nameOf(sight, rivalOf(seats[0]), seats);
  keep(TABLES, [{ path: location.pathname, against, when: Date.now() }, ...others].slice(0, MOST));
}

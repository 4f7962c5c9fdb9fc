import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Notes } from "../../src/volto/web/static/js/play/notes.js";
import { beaten, rememberBeaten } from "../../src/volto/web/static/js/site/beaten.js";
import { forgetTables, invitationTo, recentTables, rememberEnds, rememberInvitation, rememberTable } from "../../src/volto/web/static/js/site/recent_tables.js";
import { keep, kept } from "../../src/volto/web/static/js/site/storage.js";
import { snapshot } from "./snapshot.js";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, text) => store.set(name, text),
};
beforeEach(() => store.clear());

test("what is damaged or missing counts as nothing", () => {
  store.set("volto.broken", "{");
  assert.equal(kept("volto.broken"), null);
  assert.equal(kept("volto.missing"), null);
  keep("volto.fine", { a: 1 });
  assert.deepEqual(kept("volto.fine"), { a: 1 });
});

test("the newest fifty tables are remembered, each once", () => {
  for (let i = 0; i < 55; i++) rememberTable(`/t/${i}#key`, "Ada");
  rememberTable("/t/7#key", "Bo");
  assert.equal(recentTables().length, 50);
  assert.deepEqual([recentTables()[0].path, recentTables()[0].against], ["/t/7#key", "Bo"]);
  assert.equal(recentTables().filter(({ path }) => path === "/t/7#key").length, 1);
  forgetTables();
  assert.deepEqual(recentTables(), []);
});

test("how a game ended is kept with its table, and stays when it is looked at again", () => {
  rememberTable("/t/a#key", "Ada");
  rememberTable("/t/b#key", "Bo");
  rememberEnds(new Map([["/t/a#key", { end: { winner: "white" } }], ["/t/b#key", { end: null }]]));
  rememberTable("/t/a#key", "Ada");
  assert.deepEqual(recentTables().map(({ path, standing }) => [path, standing?.end]), [["/t/a#key", { winner: "white" }], ["/t/b#key", undefined]]);
});

test("a table that leads elsewhere is not offered", () => {
  keep("volto.tables", [{ path: "javascript:alert(1)" }, { path: "//elsewhere/t/x" }, null, { path: "/t/a#b", against: "Ada", when: 1 }]);
  assert.deepEqual(recentTables().map(({ path }) => path), ["/t/a#b"]);
});

test("an invitation is found at its own table only", () => {
  rememberInvitation("/t/a#b", "/join/a#c");
  rememberInvitation("/t/d#e", "https://elsewhere");
  assert.equal(invitationTo("/t/a#b"), "/join/a#c");
  assert.equal(invitationTo("/t/d#e"), null);
  assert.equal(invitationTo("/t/x#y"), null);
});

test("pencil notes belong to one seat of one table, and can be rubbed out", () => {
  const notes = new Notes("t", "white");
  notes.toggle(12, "L");
  notes.toggle(12, "N");
  assert.equal(notes.of(12), "NL");
  assert.equal(new Notes("t", "white").of(12), "NL");
  assert.equal(new Notes("t", "red").of(12), "");
  notes.toggle(12, "N");
  notes.toggle(12, "L");
  assert.equal(new Notes("t", "white").marks.size, 0);
});

const game = (level, winner) => {
  const { people, ...rest } = snapshot({ phase: "over", end: { winner, reason: "palace" } });
  return { ...rest, people: { white: people.white, red: { ...people.red, kind: "house", level } } };
};

test("only a game that was won against the house counts", () => {
  rememberBeaten(game(4, "red"), ["white"]);
  rememberBeaten(game(5, null), ["white"]);
  rememberBeaten(game(null, "white"), ["white"]);
  rememberBeaten(game(6, "white"), []);
  rememberBeaten(game(7, "white"), ["white", "red"]);
  assert.deepEqual(beaten(), []);
});

test("a rival that was beaten stays beaten, and counts once", () => {
  assert.deepEqual(beaten(), []);
  for (const level of [10, 3, 3, 1]) rememberBeaten(game(level, "white"), ["white"]);
  assert.deepEqual(beaten(), [1, 3, 10]);
  keep("volto.beaten", [2, "3", null]);
  assert.deepEqual(beaten(), [2]);
  keep("volto.beaten", "all");
  assert.deepEqual(beaten(), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { ending, line, occasion } from "../../src/volto/web/static/js/play/voices.js";
import { mask, snapshot } from "./snapshot.js";

const VOICE = { start: ["one", "two"], trap: "trap", taken: "taken", bluffed: "bluffed", won: "won", lost: "lost", drawn: "drawn" };
const turn = (family, captured = null, captor = null) =>
  ({ ply: 0, family, mask: 0, origin: "a2", target: "a3", taken: captured ? 10 : null, captured, captor, text: "" });
const after = (...turns) => snapshot({ turns, ply: turns.length });
const over = (winner, reason, changes = {}) => snapshot({ phase: "over", end: { winner, reason }, ...changes });

test("a rival greets when the game begins, not when a page comes to it", () => {
  assert.equal(occasion(null, snapshot(), "red"), null);
  assert.equal(occasion(snapshot({ phase: "deploying" }), snapshot(), "red"), "start");
  assert.equal(occasion(snapshot(), snapshot(), "red"), null);
  assert.equal(occasion(snapshot({ phase: "waiting" }), snapshot({ phase: "deploying" }), "red"), null);
});

test("a Lady that takes her captor along is a trap that worked", () => {
  const before = after(turn("red"));
  assert.equal(occasion(before, after(turn("red"), turn("white", "L", "N")), "red"), "trap");
  assert.equal(occasion(before, after(turn("red"), turn("white", "L", "N"), turn("red")), "red"), "trap");
  assert.equal(occasion(before, after(turn("red"), turn("white", "L", "N")), "white"), null);
});

test("the first mask that is lost is remarked on, the others are not", () => {
  const first = after(turn("white", "N"));
  assert.equal(occasion(after(), first, "red"), "taken");
  assert.equal(occasion(first, first, "red"), null);
  assert.equal(occasion(first, after(turn("white", "N"), turn("red"), turn("white", "A")), "red"), null);
  assert.equal(occasion(after(), after(turn("red", "N")), "red"), null);
});

test("the last word is about who won, and whether by deceit", () => {
  const said = (...how) => ending(over(...how), "red");
  assert.equal(said("red", "candidate-captured"), "won");
  assert.equal(said("red", "resigned"), "won");
  for (const deceit of ["palace", "candidate-took-lady", "ladies"]) assert.equal(said("red", deceit), "bluffed");
  assert.equal(said("red", "ladies", { ladies: "captor" }), "won");
  assert.equal(said("white", "palace"), "lost");
  assert.equal(said(null, "quiet"), "drawn");
  assert.equal(occasion(snapshot(), over("red", "palace"), "red"), null);
});

test("the table decides which greeting, and one line stands for itself", () => {
  assert.deepEqual(["a", "b"].map((table) => line(VOICE, "start", table)).sort(), ["one", "two"]);
  assert.equal(line(VOICE, "start", "abc"), line(VOICE, "start", "abc"));
  assert.equal(line(VOICE, "lost", "abc"), "lost");
});

test("hidden roles change no word: what is said comes from public facts alone", () => {
  const turns = [turn("white", "N"), turn("red"), turn("white", "L", "A"), turn("red")];
  const moments = [snapshot({ phase: "deploying" }), ...turns.map((_, i) => after(...turns.slice(0, i))), after(...turns), over("red", "palace", { turns })];
  const hide = (roles) => (one) => ({
    ...one,
    seat: roles ? "white" : null,
    deployment: roles,
    masks: [...(roles ?? "----------")].map((role, i) => mask(i, "red", `a${i}`, role === "-" ? null : role)),
    moves: roles ? { a2: ["a3"] } : {},
    guesses: roles ? [{ mask: 11, roles, chances: null }] : [],
    aid: roles ? "chances" : "off",
  });
  const words = (roles) => {
    const seen = moments.map(hide(roles));
    return seen.slice(1).map((now, i) => {
      const what = now.end ? ending(now, "red") : occasion(seen[i], now, "red");
      return what && line(VOICE, what, now.table);
    });
  };
  const open = words(null);
  assert.ok(open.filter(Boolean).length >= 4, String(open));
  for (const roles of ["NNNAAACSLL", "LLSCAAANNN", "CNALSNALNA"]) assert.deepEqual(words(roles), open);
});

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { cellLabel } from "../../src/volto/web/static/js/board/labels.js";
import { Layout } from "../../src/volto/web/static/js/board/layout.js";
import { pipsOf } from "../../src/volto/web/static/js/board/pips.js";
import { trail, trailPicture, visits } from "../../src/volto/web/static/js/board/trail.js";
import { whyBlocked } from "../../src/volto/web/static/js/play/aid.js";
import { forgetUnfinished, keepUnfinished, unfinished } from "../../src/volto/web/static/js/play/deployment/unfinished.js";
import { Replay } from "../../src/volto/web/static/js/play/ending/replay.js";
import { waysToWin } from "../../src/volto/web/static/js/play/goals.js";
import { byValue } from "../../src/volto/web/static/js/play/hint.js";
import { mask, snapshot } from "./snapshot.js";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, text) => store.set(name, text),
};
beforeEach(() => store.clear());

const turn = (number, origin, target) => ({ mask: number, origin, target });
const wandering = [turn(12, "c6", "c5"), turn(3, "a2", "a3"), turn(12, "c5", "c6"), turn(12, "c6", "c5"), turn(12, "c5", "d4")];

test("the trail of a mask is its own cells in order, and nobody else's", () => {
  assert.deepEqual(trail(wandering, 12), ["c6", "c5", "c6", "c5", "d4"]);
  assert.deepEqual(trail(wandering, 3), ["a2", "a3"]);
  assert.deepEqual(trail(wandering, 14), []);
});

test("a cell that was visited again tells each time, and the cell it stands on none", () => {
  assert.deepEqual([...visits(trail(wandering, 12))], [["c6", [1, 3]], ["c5", [2, 4]]]);
  const drawn = trailPicture(trail(wandering, 12), new Layout(5, 7, "white"));
  assert.deepEqual([...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text), ["1·3", "2·4"]);
  assert.equal(trailPicture([], new Layout(5, 7, "white")), "");
});

const guess = (number, roles, chances = null) => ({ mask: number, roles, chances });

test("pips tell what a mask can be, and nothing of one that can be anyone", () => {
  const found = pipsOf(snapshot({ guesses: [guess(10, "NACSL"), guess(11, "AC"), guess(12, "L")] }));
  assert.deepEqual([...found].map(([number, pips]) => [number, pips.map(({ role }) => role).join("")]), [[11, "AC"], [12, "L"]]);
});

test("a role that is captured or found out is no news about the others", () => {
  const lost = [{ mask: 19, family: "red", role: "S" }];
  assert.equal(pipsOf(snapshot({ lost, guesses: [guess(10, "NACL")] })).size, 0);
  assert.deepEqual([...pipsOf(snapshot({ guesses: [guess(10, "NACL"), guess(11, "S")] })).keys()], [11]);
});

test("a likelier role weighs more, the likeliest one", () => {
  const found = pipsOf(snapshot({ aid: "chances", guesses: [guess(10, "AC", { A: 0.75, C: 0.25 })] }));
  assert.deepEqual(found.get(10), [{ role: "A", weight: 1 }, { role: "C", weight: 1 / 3 }]);
});

test("whoever has no seat has no pips", () => {
  assert.equal(pipsOf(snapshot({ seat: null, guesses: [guess(11, "AC")] })).size, 0);
});

test("a cell says aloud what its pips show", () => {
  const facts = { own: "white", moves: 0, target: false, picked: false };
  const red = mask(12, "red", "d5");
  assert.equal(cellLabel("d5", red, { ...facts, can: ["N", "L"] }), "d5: Red mask, can be a Noble or a Lady");
  assert.equal(cellLabel("d5", red, { ...facts, can: ["C"], target: true }), "d5: Red mask, can only be the Candidate, you can capture it");
});

test("while deploying a mask is swapped, not moved", () => {
  const facts = { own: "white", moves: 9, target: false, picked: false, swaps: true };
  const noble = mask(0, "white", "a2", "N");
  assert.equal(cellLabel("a2", noble, facts), "a2: your Noble, can be swapped");
  assert.equal(cellLabel("a2", noble, { ...facts, target: true }), "a2: your Noble, you can swap them");
});

test("a mask that cannot move says why", () => {
  const masks = [mask(7, "white", "b1", "S"), mask(12, "red", "c4")];
  assert.match(whyBlocked(snapshot({ masks }), 7), /^Your Soldier .*straight ahead/);
  assert.equal(whyBlocked(snapshot({ masks, to_move: "red" }), 7), "It is not your turn yet.");
  assert.equal(whyBlocked(snapshot({ masks }), 12), null);
});

test("the goals say this table's rule of the Ladies", () => {
  assert.match(waysToWin(snapshot())[2], /^Lose both Ladies/);
  assert.match(waysToWin(snapshot({ ladies: "captor" }))[2], /^Capture both rival Ladies/);
});

test("the moves of a hint are sorted by what they promise, the advised one first among those that look alike", () => {
  const moves = [{ move: "a2a3", value: 0.4 }, { move: "b2b3", value: 0.604 }, { move: "c2c3", value: 0.6 }];
  assert.deepEqual(byValue({ moves, move: "c2c3" }).map(({ move }) => move), ["c2c3", "b2b3", "a2a3"]);
});

test("an unfinished deployment belongs to one seat of one table until it is ready", () => {
  keepUnfinished("t", "white", "NNAAL/LSNAC");
  keepUnfinished("t", "red", "LSNAC/NNAAL");
  assert.equal(unfinished("t", "white"), "NNAAL/LSNAC");
  assert.equal(unfinished("u", "white"), null);
  forgetUnfinished("t", "white");
  assert.equal(unfinished("t", "white"), null);
  assert.equal(unfinished("t", "red"), "LSNAC/NNAAL");
});

test("only the newest few unfinished deployments are kept", () => {
  for (let i = 0; i < 15; i++) keepUnfinished(`t${i}`, "white", "NNAAL/LSNAC");
  assert.equal(unfinished("t4", "white"), null);
  assert.equal(unfinished("t5", "white"), "NNAAL/LSNAC");
});

test("a replay through a seat's eyes makes nobody its owner", () => {
  const over = snapshot({ seat: null, phase: "over", end: { winner: "white", reason: "resigned" }, masks: [mask(9, "white", "e1", "C")] });
  assert.equal(new Replay(over).at(0, "white").seat, null);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Replay } from "../../src/volto/web/static/js/play/ending/replay.js";
import { mask, snapshot } from "./snapshot.js";

const turn = (ply, family, number, origin, target, more = {}) => ({
  ply, family, mask: number, origin, target, taken: null, captured: null, captor: null, text: "", ...more,
});

/** A Noble steps, is captured by an Advisor, which then falls for a Lady. */
const over = snapshot({
  phase: "over",
  end: { winner: "white", reason: "resigned" },
  masks: [mask(9, "white", "e1", "C"), mask(19, "red", "e7", "C")],
  lost: [{ mask: 0, family: "white", role: "N" }, { mask: 18, family: "red", role: "L" }, { mask: 1, family: "white", role: "A" }],
  turns: [
    turn(1, "white", 0, "a2", "a3"),
    turn(2, "red", 10, "b4", "a3", { taken: 0, captured: "N" }),
    turn(3, "white", 1, "b2", "c3", { taken: 18, captured: "L", captor: "A" }),
  ],
});
over.masks.push(mask(10, "red", "a3", "A"));
const cells = (shown) => Object.fromEntries(shown.masks.map(({ mask: number, cell }) => [number, cell]));

test("a game is wound back to where every mask began", () => {
  const replay = new Replay(over);
  assert.equal(replay.length, 3);
  assert.deepEqual(cells(replay.at(0, "truth")), { 0: "a2", 1: "b2", 9: "e1", 10: "b4", 18: "c3", 19: "e7" });
  assert.deepEqual(cells(replay.at(2, "truth")), { 1: "b2", 9: "e1", 10: "a3", 18: "c3", 19: "e7" });
  assert.deepEqual(cells(replay.at(3, "truth")), cells(over));
});

test("masks are lost at the turn that took them, a Lady with her captor", () => {
  const replay = new Replay(over);
  const lost = [0, 1, 2, 3].map((ply) => replay.at(ply, "truth").lost.map(({ mask: number }) => number));
  assert.deepEqual(lost, [[], [], [0], [0, 18, 1]]);
});

test("a seat's eyes see the other's roles only at the end", () => {
  const replay = new Replay(over);
  const known = (ply, eyes) => replay.at(ply, eyes).masks.filter(({ role }) => role).map(({ family }) => family);
  assert.deepEqual(new Set(known(1, "white")), new Set(["white"]));
  assert.deepEqual(new Set(known(1, "red")), new Set(["red"]));
  assert.equal(known(1, "truth").length, 6);
  assert.equal(known(3, "white").length, 3);
});

test("nothing can be moved, and the game has ended only after its last turn", () => {
  const replay = new Replay(over);
  assert.deepEqual(replay.at(1, "white").moves, {});
  assert.equal(replay.at(1, "white").end, null);
  assert.equal(replay.at(3, "white").end, over.end);
});

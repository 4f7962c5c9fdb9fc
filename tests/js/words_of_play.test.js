import assert from "node:assert/strict";
import { test } from "node:test";
import { cellLabel, turnSentence, unmasking } from "../../src/volto/web/static/js/board/labels.js";
import { percent, possibilities } from "../../src/volto/web/static/js/play/aid.js";
import { endClause, endSentence, endTitle } from "../../src/volto/web/static/js/play/ending/reasons.js";
import { advice } from "../../src/volto/web/static/js/play/guide.js";
import { Handover } from "../../src/volto/web/static/js/play/handover.js";
import { quietWarning } from "../../src/volto/web/static/js/play/history.js";
import { soundOf } from "../../src/volto/web/static/js/play/sound.js";
import { terms } from "../../src/volto/web/static/js/play/terms.js";
import { countLeft, publicSnapshot } from "../../src/volto/web/static/js/wire/messages.js";
import { mask, snapshot } from "./snapshot.js";

const lady = { mask: 18, family: "red", role: "L" };

test("an end says who won and how; its clause stands behind", () => {
  const ended = (winner, reason, more = {}) => snapshot({ end: { winner, reason }, ...more });
  const said = (...facts) => [endSentence(ended(...facts)), endClause(ended(...facts)).text];
  assert.deepEqual(said("white", "candidate-captured"), ["White captured Red's Candidate.", "Rule R-12"]);
  assert.deepEqual(said("white", "ladies"), ["Both of White's Ladies were captured: the bait worked.", "Rule R-14"]);
  assert.deepEqual(said("white", "ladies", { ladies: "captor" }), ["White captured both of Red's Ladies.", "Rule R-14, variant"]);
  assert.deepEqual(said(null, "quiet", { quiet_limit: 40 }), ["40 turns without a capture.", "House rule H-2"]);
  assert.deepEqual(said("red", "blocked"), ["White had to move and could not.", "House rule H-1"]);
  assert.equal(endClause(ended("red", "time")).clause, "");
  assert.equal(endTitle(snapshot({ end: { winner: "red", reason: "palace" } }), ["red"]), "You win!");
  assert.equal(endTitle(snapshot({ end: { winner: "red", reason: "palace" } }), []), "Red wins");
  assert.equal(endTitle(snapshot({ end: { winner: null, reason: "agreed" } }), ["red"]), "A draw");
});

test("the terms say who begins until the game has begun", () => {
  assert.equal(terms(snapshot({ phase: "deploying" }), ["red"])[0], "Your opponent begins.");
  assert.equal(terms(snapshot({ phase: "deploying" }), ["white", "red"])[0], "White begins.");
  assert.equal(terms(snapshot(), ["white"]).length, 2);
});

test("the guide says what capturing the last Lady means under each rule", () => {
  const moment = {
    ply: 10, turns: [], moves: { c3: ["c4"] },
    masks: [mask(0, "white", "c3", "N"), mask(9, "white", "a1", "C"), mask(12, "red", "c4"), mask(19, "red", "e7")],
  };
  assert.match(advice(snapshot(moment)), /take your mask with her/);
  assert.match(advice(snapshot({ ...moment, lost: [lady] })), /you lose the game/);
  assert.match(advice(snapshot({ ...moment, lost: [lady], ladies: "captor" })), /and you win/);
});

test("what falls can be counted by anybody", () => {
  assert.equal(countLeft(snapshot({ lost: [lady] }), "red", "L"), 1);
  assert.equal(countLeft(snapshot({ lost: [lady] }), "white", "L"), 2);
});

test("eyes not yet known see no role, no move and no guess before the end", () => {
  const secret = snapshot({
    deployment: "NNAAL/LSNAC", masks: [mask(0, "white", "a1", "N")], moves: { a1: ["a2"] }, guesses: [{ mask: 12, roles: "N", chances: null }],
  });
  const shown = publicSnapshot(secret);
  assert.deepEqual([shown.seat, shown.deployment, shown.masks[0].role, shown.moves, shown.guesses], [null, null, null, {}, []]);
  assert.equal(publicSnapshot({ ...secret, phase: "over" }).masks[0].role, "N");
});

test("a shared screen is for White's eyes until White is ready, then for Red's, then for whoever moves", () => {
  const ready = (white) => snapshot({ phase: "deploying", people: { white: { ...snapshot().people.white, ready: white }, red: snapshot().people.red } });
  assert.equal(Handover.due(ready(false)), "white");
  assert.equal(Handover.due(ready(true)), "red");
  assert.equal(Handover.due(snapshot({ to_move: "red" })), "red");
  assert.equal(Handover.due(snapshot({ phase: "over" })), null);
});

test("near the limit of quiet turns the page warns, and only then", () => {
  assert.equal(quietWarning(snapshot({ quiet: 79 })), null);
  assert.match(quietWarning(snapshot({ quiet: 80 })), /^20 more turns/);
  assert.match(quietWarning(snapshot({ quiet: 99 })), /^1 more turn /);
  assert.equal(quietWarning(snapshot({ quiet: 80, quiet_limit: 0 })), null);
});

test("a rare chance is never shown as none", () => {
  assert.equal(percent(0), "0%");
  assert.equal(percent(0.001), "< 1%");
  assert.equal(percent(0.5), "50%");
});

test("what a mask can be is said in a sentence", () => {
  const seen = (roles) => possibilities(snapshot({ masks: [mask(12, "red", "c4")], guesses: [{ mask: 12, roles, chances: null }] }), 12);
  assert.equal(seen("C"), "c4 can only be the Candidate.");
  assert.equal(seen("CL"), "c4 can be the Candidate or a Lady.");
  assert.equal(seen("NACSL"), "c4 can still be anyone.");
  assert.equal(possibilities(snapshot(), 12), null);
});

test("a cell says what stands on it and what may be done there", () => {
  const facts = { own: "white", moves: 0, target: false, picked: false };
  assert.equal(cellLabel("c4", undefined, { ...facts, target: true }), "c4: empty, you can go there");
  assert.equal(cellLabel("c4", mask(12, "red", "c4"), { ...facts, target: true }), "c4: Red mask, you can capture it");
  assert.equal(cellLabel("a1", mask(0, "white", "a1", "N"), { ...facts, moves: 1 }), "a1: your Noble, 1 possible move");
});

test("a turn that takes a Lady names her captor too", () => {
  const turn = { ply: 3, family: "white", mask: 1, origin: "b2", target: "c3", taken: 18, captured: "L", captor: "A", text: "" };
  assert.equal(turnSentence(turn), "White captures on c3 from b2: a Lady. She takes her captor with her: an Advisor.");
});

test("an unmasking says who it was, whose and where, and who leaves with her", () => {
  const turn = { ply: 3, family: "red", mask: 12, origin: "c5", target: "c4", taken: 4, captured: "N", captor: null, text: "" };
  const read = (facts, own) => Object.values(unmasking({ ...turn, ...facts }, own)).join(" ");
  assert.equal(read({}, "red"), "A Noble! White's mask on c4.");
  assert.equal(read({}, "white"), "A Noble! Your mask on c4.");
  assert.equal(read({ captured: "L", captor: "S" }, "red"), "A Lady! White's mask on c4. Your Soldier leaves with her.");
  assert.equal(read({ captured: "L", captor: "S" }, null), "A Lady! White's mask on c4. Red's Soldier leaves with her.");
  assert.equal(read({ captured: null }, null).trim(), "");
});

test("what is found sounds different for whoever loses it", () => {
  const heard = (captured, own) => soundOf({ beat: "name", turn: { family: "white", captured }, snapshot: snapshot() }, own);
  assert.equal(heard("N", "white"), "taken");
  assert.equal(heard("N", "red"), "lost");
  assert.equal(heard("L", "white"), "lady");
  assert.equal(heard("L", "red"), "trap");
  assert.equal(heard("C", "red"), "candidate");
  const end = (own) => soundOf({ beat: "end", turn: null, snapshot: snapshot({ end: { winner: "red", reason: "palace" } }) }, own);
  assert.deepEqual([end("red"), end("white"), end(null)], ["win", "lose", "win"]);
});

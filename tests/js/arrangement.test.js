import assert from "node:assert/strict";
import { test } from "node:test";
import { Arrangement, faces } from "../../src/volto/web/static/js/play/deployment/arrangement.js";
import { snapshot } from "./snapshot.js";

const SETUP = "NNAAL/LSNAC";
const arranged = (text = SETUP, family = "white", changes = {}) => {
  const found = new Arrangement(snapshot(changes), family);
  assert.ok(found.set(text));
  return found;
};
const standing = (arrangement) => Object.fromEntries(arrangement.shown(true).masks.map(({ cell, mask }) => [cell, mask]));

test("a deployment is written front row first, each row from column a", () => {
  assert.equal(arranged().text, SETUP);
  const roles = (family) => Object.fromEntries(arranged(SETUP, family).shown(true).masks.map(({ cell, role }) => [cell, role]));
  assert.deepEqual([roles("white").a2, roles("white").e1], ["N", "C"]);
  assert.deepEqual([roles("red").a6, roles("red").e7], ["N", "C"]);
});

test("a text of other masks is refused and changes nothing", () => {
  const arrangement = arranged();
  for (const text of ["NNAAL/LSNAA", "NNAAL/LSNA", ""]) assert.equal(arrangement.set(text), false);
  assert.equal(arrangement.text, SETUP);
});

test("masks keep their identity as they are swapped", () => {
  const arrangement = arranged();
  const before = standing(arrangement);
  arrangement.swap("a2", "e1");
  const after = standing(arrangement);
  assert.deepEqual([after.a2, after.e1], [before.e1, before.a2]);
  assert.equal(arrangement.text, "CNAAL/LSNAN");
});

test("masks that need not move stay when a text is set", () => {
  const arrangement = arranged();
  const before = standing(arrangement);
  arrangement.set("NNAAL/LSNCA");
  const after = standing(arrangement);
  const moved = Object.keys(after).filter((cell) => after[cell] !== before[cell]);
  assert.deepEqual(moved.sort(), ["d1", "e1"]);
});

test("a mirror turns each row round, and twice is once not at all", () => {
  const arrangement = arranged();
  arrangement.mirror();
  assert.equal(arrangement.text, "LAANN/CANSL");
  arrangement.mirror();
  assert.equal(arrangement.text, SETUP);
});

test("a shuffle keeps the ten masks", () => {
  const arrangement = arranged();
  arrangement.shuffle();
  assert.equal([...arrangement.text.replace("/", "")].sort().join(""), [..."NNNAAACSLL"].sort().join(""));
});

test("the rival shows faces, and only when ready", () => {
  const person = { kind: "person", name: "", level: null, joined: true, ready: false };
  const shown = (ready) => arranged(SETUP, "white", { people: { white: person, red: { ...person, ready } } }).shown(true).masks;
  assert.equal(shown(false).length, 10);
  const others = shown(true).filter(({ family }) => family === "red");
  assert.equal(others.length, 10);
  assert.ok(others.every(({ role }) => role === null));
  assert.deepEqual(others, faces(snapshot(), "red"));
});

test("masks can be swapped only while the arrangement is open", () => {
  assert.equal(arranged().shown(true).moves.a1.length, 9);
  assert.deepEqual(arranged().shown(false).moves, {});
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublic } from "../../src/volto/web/static/js/wire/messages.js";
import { snapshot } from "./snapshot.js";

const person = { kind: "person", name: "", level: null, joined: true, ready: true };
const house = { ...person, kind: "house", level: 3 };

test("a game of two people is public once both have agreed", () => {
  assert.equal(isPublic(snapshot()), false);
  assert.equal(isPublic(snapshot({ shared: ["red"] })), false);
  assert.equal(isPublic(snapshot({ shared: ["white", "red"] })), true);
});

test("the house has nothing against it", () => {
  const people = { white: person, red: house };
  assert.equal(isPublic(snapshot({ people })), false);
  assert.equal(isPublic(snapshot({ people, shared: ["white"] })), true);
});

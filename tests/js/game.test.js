import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/volto/web/static/js/play/game.js";
import { snapshot } from "./snapshot.js";

function listening() {
  const line = new EventTarget();
  const game = new Game(line);
  const heard = [];
  game.addEventListener("change", ({ detail }) => heard.push(detail.what));
  const hear = (message) => line.dispatchEvent(new CustomEvent("message", { detail: message }));
  const status = (detail) => line.dispatchEvent(new CustomEvent("status", { detail }));
  return { game, heard, hear, status };
}

test("a page that sits nowhere is watching", () => {
  const { game, hear } = listening();
  assert.equal(game.any, undefined);
  hear({ t: "welcome", seats: [] });
  assert.ok(game.watching);
});

test("each seat has a snapshot of its own, and the newest one counts", () => {
  const { game, heard, hear } = listening();
  hear({ t: "welcome", seats: ["white", "red"] });
  hear({ t: "view", seat: "white", snapshot: snapshot() });
  hear({ t: "view", seat: "red", snapshot: snapshot({ seat: "red" }) });
  for (const seat of ["white", "red"]) hear({ t: "happened", what: "turn", family: "white", seat, change: { ply: 1 } });
  assert.equal(game.snapshots.get("white").seat, "white");
  assert.equal(game.snapshots.get("red").seat, "red");
  assert.equal(game.any.ply, 1);
  assert.deepEqual(heard, ["view", "turn"]);
});

test("of two seats none hears of a happening before the other", () => {
  const { game, heard, hear } = listening();
  hear({ t: "welcome", seats: ["white", "red"] });
  for (const seat of ["white", "red"]) hear({ t: "view", seat, snapshot: snapshot({ seat }) });
  hear({ t: "happened", what: "turn", family: "white", seat: "white", change: { ply: 1 } });
  assert.equal(game.any.ply, 0);
  assert.deepEqual(heard, ["view"]);
});

test("nothing is told of before what came first has been played", async () => {
  const line = new EventTarget();
  const [waiting, behind] = [[], []];
  const stage = { perform: () => new Promise((resolve) => waiting.push(resolve)), hurry: (number) => behind.push(number) };
  const game = new Game(line, stage);
  const hear = (detail) => line.dispatchEvent(new CustomEvent("message", { detail }));
  hear({ t: "view", seat: "white", snapshot: snapshot() });
  for (const ply of [1, 2]) hear({ t: "happened", what: "turn", family: "white", seat: "white", change: { ply } });
  hear({ t: "thinking", family: "red" });
  assert.equal(game.any.ply, 0);
  assert.equal(game.thinking, null);
  assert.deepEqual(behind, [0, 1, 1]);
  for (const ply of [1, 2]) {
    waiting.shift()();
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(game.any.ply, ply);
  }
  assert.equal(game.thinking, "red");
});

test("whoever is thinking has stopped when something happens", () => {
  const { game, hear } = listening();
  hear({ t: "view", seat: "white", snapshot: snapshot() });
  hear({ t: "thinking", family: "red" });
  assert.equal(game.thinking, "red");
  hear({ t: "happened", what: "turn", family: "red", seat: "white", change: {} });
  assert.equal(game.thinking, null);
});

test("people come and go; the house is always here", () => {
  const { game, hear, status } = listening();
  const house = { kind: "house", name: "Doge", level: 10, joined: true, ready: true };
  hear({ t: "welcome", seats: ["white"] });
  hear({ t: "view", seat: "white", snapshot: snapshot({ people: { white: snapshot().people.white, red: house } }) });
  assert.ok(game.isHere("white"));
  assert.ok(game.isHere("red"));
  hear({ t: "here", family: "white", here: false });
  assert.equal(game.isHere("white"), false);
  status("lost");
  assert.equal(game.line, "lost");
});

test("a page that was away is told in one word what it missed", () => {
  const { heard, hear } = listening();
  hear({ t: "view", seat: "white", snapshot: snapshot() });
  hear({ t: "view", seat: "white", snapshot: snapshot() });
  hear({ t: "view", seat: "white", snapshot: snapshot({ ply: 3 }) });
  hear({ t: "view", seat: "white", snapshot: snapshot({ ply: 3, next_table: "/t/x/y" }) });
  assert.deepEqual(heard, ["view", "view", "turn", "rematch"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Layout } from "../../src/volto/web/static/js/board/layout.js";

test("whoever looks has their own palace at the bottom", () => {
  const [white, red] = [new Layout(5, 7, "white"), new Layout(5, 7, "red")];
  assert.deepEqual(white.place("a1"), { x: 0, y: 6 });
  assert.deepEqual(red.place("a1"), { x: 4, y: 0 });
  assert.equal(red.cell({ x: 0, y: 6 }), "e7");
  assert.deepEqual(red.legend, { letters: [..."edcba"], numbers: [..."1234567"] });
});

test("a cell lies where its place says, and off the mat there is none", () => {
  for (const layout of [new Layout(5, 7, "white"), new Layout(3, 4, "red")]) {
    for (let x = 0; x < layout.columns; x++) {
      for (let y = 0; y < layout.rows; y++) assert.deepEqual(layout.place(layout.cell({ x, y })), { x, y });
    }
    assert.equal(layout.cell({ x: layout.columns, y: 0 }), null);
    assert.equal(layout.cell({ x: 0, y: -1 }), null);
  }
});

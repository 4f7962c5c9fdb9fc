import assert from "node:assert/strict";
import { test } from "node:test";
import { outage } from "../../src/volto/web/static/js/wire/socket.js";

/** @param {boolean} onLine */
function browser(onLine) {
  Object.defineProperty(globalThis, "navigator", { value: { onLine }, configurable: true });
}

test("a line that breaks is just broken, until the house does not answer for a while", () => {
  browser(true);
  assert.equal(outage(1006, 0, "broken"), "broken");
  assert.equal(outage(1006, 2, "broken"), "broken");
  assert.equal(outage(1006, 3, "broken"), "gone");
});

test("a house that restarts may take its time", () => {
  browser(true);
  assert.equal(outage(1012, 0, "broken"), "restarting");
  assert.equal(outage(1006, 5, "restarting"), "restarting");
  assert.equal(outage(1006, 9, "restarting"), "gone");
});

test("a house that can do nothing says so each time", () => {
  browser(true);
  assert.equal(outage(1013, 7, "gone"), "helpless");
});

test("without a network nobody else is to blame", () => {
  browser(false);
  assert.equal(outage(1012, 0, "broken"), "offline");
});

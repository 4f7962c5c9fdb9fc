import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { language, n, t, useWords } from "../../src/volto/web/static/js/site/i18n.js";

afterEach(() => useWords({ language: "en", words: {} }));

test("without a catalogue the page speaks English", () => {
  assert.equal(t("Your turn"), "Your turn");
  assert.equal(n("{n} mask", "{n} masks", 1), "1 mask");
  assert.equal(n("{n} mask", "{n} masks", 0), "0 masks");
  assert.equal(n("{n} mask", "{n} masks", 50400), "50,400 masks");
});

test("a number chooses the form that its language asks for", () => {
  useWords({ language: "fr", words: { "{n} mask": { one: "{n} masque", other: "{n} masques" } } });
  assert.equal(language(), "fr");
  assert.deepEqual([0, 1, 2].map((count) => n("{n} mask", "{n} masks", count)), ["0 masque", "1 masque", "2 masques"]);
});

test("a form that the catalogue lacks is the general one", () => {
  useWords({ language: "it", words: { "{n} mask": { one: "{n} maschera", other: "{n} maschere" } } });
  assert.equal(n("{n} mask", "{n} masks", 1_000_000), "1.000.000 maschere");
});

test("values are filled in as they are, and unknown names stay", () => {
  assert.equal(t("{name} to move", { name: "$& {cell}" }), "$& {cell} to move");
  assert.equal(t("{name} on {cell}", { name: "Ada" }), "Ada on {cell}");
});

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { agoWords, lookUp, outcomeWords, rivalName, stateOf, variantWords, waitingTable } from "../../src/volto/web/static/js/home/tables.js";
import { keep } from "../../src/volto/web/static/js/site/storage.js";

const store = new Map();
globalThis.localStorage = { getItem: (name) => store.get(name) ?? null, setItem: (name, text) => store.set(name, text) };
const person = (more) => ({ kind: "person", name: "", level: null, joined: true, ready: true, ...more });
const house = person({ kind: "house", name: "Fisher", level: 3 });
const standing = (more) => ({
  mode: "house", seats: ["white"], phase: "playing", people: { white: person(), red: house }, ladies: "owner", aid: "logic",
  to_move: "white", ply: 4, end: null, at: 1000, ...more,
});
const over = (winner, more) => standing({ phase: "over", to_move: null, end: { winner, reason: "palace" }, ...more });
const fetched = globalThis.fetch;
beforeEach(() => store.clear());
afterEach(() => (globalThis.fetch = fetched));

test("a table waits for whoever is to move or has still to place masks", () => {
  const unready = { white: person({ ready: false }), red: house };
  assert.equal(stateOf({ standing: standing() }), "yours");
  assert.equal(stateOf({ standing: standing({ to_move: "red" }) }), "running");
  assert.equal(stateOf({ standing: standing({ phase: "deploying", to_move: null, people: unready }) }), "yours");
  assert.equal(stateOf({ standing: standing({ phase: "waiting", to_move: null }) }), "running");
  assert.equal(stateOf({ standing: over("white") }), "over");
  assert.equal(stateOf({ gone: true }), "gone");
  assert.equal(stateOf({}), "running");
});

test("a table says how it ended for this seat", () => {
  assert.deepEqual(["white", "red", null].map((winner) => outcomeWords({ standing: over(winner) })), ["Won", "Lost", "Draw"]);
  const people = { white: person({ name: "Ada" }), red: person() };
  const shared = { mode: "screen", seats: ["white", "red"], people };
  assert.deepEqual(["white", "red"].map((winner) => outcomeWords({ standing: over(winner, shared) })), ["Ada won", "Red won"]);
  assert.equal(outcomeWords({ gone: true }), "No longer available");
});

test("the rival is called by name, and a variant by its terms", () => {
  assert.equal(rivalName({ standing: standing() }), "Fisher, level 3");
  assert.equal(rivalName({ standing: standing({ people: { white: person(), red: person({ name: "Bo" }) } }) }), "Bo");
  assert.equal(rivalName({ against: "Bo" }), "Bo");
  assert.equal(variantWords(standing({ ladies: "captor" })), "aid: logic · Spanish Lady rule");
});

test("the table that was touched last comes first among those that wait", () => {
  const tables = [1, 3, 2].map((at) => ({ path: `/t/${at}#k`, standing: standing({ at }) }));
  assert.equal(waitingTable([...tables, { path: "/t/x#k", standing: over("white", { at: 9 }) }]).path, "/t/3#k");
  assert.equal(waitingTable([]), null);
});

test("keys go in the body, twenty-four tables at a time, and what is over is not asked again", async () => {
  keep("volto.tables", [
    ...Array.from({ length: 30 }, (_, i) => ({ path: `/t/n${i}#key${i}`, against: "", when: i })),
    { path: "/t/old#key", against: "", when: 1, standing: over("red") },
  ]);
  const asked = [];
  globalThis.fetch = async (path, { body }) => {
    const { tables } = JSON.parse(body);
    asked.push([path, tables.length, tables[0]]);
    return { ok: true, json: async () => ({ tables: tables.map(({ table }) => (table === "n1" ? null : over("white"))) }) };
  };
  const found = await lookUp();
  assert.deepEqual(asked, [["/api/tables/standings", 24, { table: "n0", key: "key0" }], ["/api/tables/standings", 6, { table: "n24", key: "key24" }]]);
  assert.deepEqual([found[0], found[1], found[30]].map(stateOf), ["over", "gone", "over"]);
  await lookUp();
  assert.deepEqual(asked.at(-1).slice(1), [1, { table: "n1", key: "key1" }]);
});

test("a house that does not answer makes no table look gone", async () => {
  keep("volto.tables", [{ path: "/t/a#k", against: "Ada", when: 5 }]);
  globalThis.fetch = async () => { throw new Error("away"); };
  assert.deepEqual((await lookUp()).map((one) => [stateOf(one), outcomeWords(one)]), [["running", "Unfinished"]]);
});

test("times are told as people tell them", () => {
  const now = Date.UTC(2026, 5, 15, 12);
  const ago = (minutes) => agoWords(now - minutes * 60_000, now);
  assert.deepEqual([0, 5, 120, 60 * 26].map(ago), ["just now", "5 minutes ago", "2 hours ago", "yesterday"]);
  assert.match(ago(60 * 24 * 30), /2026/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../src/volto/web/static/js/wire/messages.js";
import { post } from "../../src/volto/web/static/js/wire/post.js";
import { refusal } from "../../src/volto/web/static/js/wire/refusals.js";

const answering = (status, text) => {
  globalThis.fetch = async () => new Response(text, { status });
};

test("an answer is what the house said", async () => {
  answering(201, '{"path": "/t/a/b"}');
  assert.deepEqual(await post("/api/tables", {}), { path: "/t/a/b" });
});

test("a refusal carries the house's code", async () => {
  answering(409, '{"code": "taken", "text": "Somebody was faster."}');
  await assert.rejects(post("/api/tables/a/join", {}), (error) => error instanceof Refused && error.code === "taken");
});

test("an answer that cannot be read and a house that does not answer are refusals too", async () => {
  answering(502, "<html>");
  await assert.rejects(post("/api/tables", {}), (error) => error instanceof Refused && error.code === "");
  globalThis.fetch = async () => {
    throw new TypeError("no network");
  };
  await assert.rejects(post("/api/tables", {}), (error) => error instanceof Refused && error.code === "unreachable");
});

test("a refusal is worded by its code, and one without by whoever asked", () => {
  assert.equal(refusal(new Refused("not-your-turn", "")), "It is not your turn yet.");
  assert.equal(refusal(new Refused("", ""), "Couldn't."), "Couldn't.");
  assert.equal(refusal(new TypeError("x"), "Couldn't."), "Couldn't.");
});

// @ts-check
/** Requests by HTTP. */
import { Refused } from "./messages.js";

/**
 * Send a request; resolves with the answer, or rejects with `Refused`.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function post(path, body) {
  const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, request).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (answer?.ok && said) return said;
  throw new Refused(answer ? (said?.code ?? "") : "unreachable", said?.text ?? "");
}

// @ts-check
/**
 * The line to the house: says hello with the last happening it knows, so that the house tells what
 * was missed; comes back by itself; and keeps each request until it is answered or refused.
 *
 * @typedef {{t: string, [name: string]: any}} Message
 */
import { Refused } from "./messages.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PULSE = 15000;
const WRONG_KEY = 4404;
const SILENCE = 8000; // how long a pulse may stay unanswered
const SERVICE_RESTART = 1012;
const TRY_AGAIN_LATER = 1013;
const PATIENT = 3; // failed tries until a break is an outage
const RESTARTS_WITHIN = 8; // failed tries until a restart is one

/**
 * Why a line is lost: it just broke; the house is gone, starts again, or cannot do its work; or this
 * browser is offline.
 * @typedef {"broken" | "gone" | "restarting" | "helpless" | "offline"} Outage
 */

/** What a lost line is due to. @param {number} code that it was closed with @param {number} tries that failed since @param {Outage} before @returns {Outage} */
export function outage(code, tries, before) {
  if (!navigator.onLine) return "offline";
  if (code === SERVICE_RESTART) return "restarting";
  if (code === TRY_AGAIN_LATER) return "helpless";
  if (before === "restarting" && tries < RESTARTS_WITHIN) return before;
  return tries < PATIENT ? "broken" : "gone";
}

/** Events: `message` ({detail: Message}), `status` ({detail: "open" | "lost" | "wrong"}). */
export class Line extends EventTarget {
  /** @type {Outage} */ outage = "broken";
  #tries = 0;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {number | null} */ #last = null;
  /** @type {Map<number, {request: Message, resolve: (answer: Message) => void, reject: (error: Error) => void}>} */ #waiting = new Map();
  #ref = 0;
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #pulse;

  /** @param {string} path such as /socket/table @param {string} key of a seat, or nothing */
  constructor(path, key) {
    super();
    this.offers = key ? ["volto", `key.${key}`] : ["volto"];
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#hurry();
    });
  }

  open() {
    const socket = new WebSocket(this.address, this.offers);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#say({ t: "hello", last: this.#last }));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", ({ code }) => {
      if (code === WRONG_KEY) this.#emit("status", "wrong");
      else if (this.#socket === socket) this.#lose(code);
    });
  }

  /** Ask something of the house; resolves with its answer. @param {Message} request @returns {Promise<Message>} */
  ask(request) {
    const ref = ++this.#ref;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return reject(new Refused("away", "Not connected."));
      this.#waiting.set(ref, { request, resolve, reject });
      this.#say({ ...request, ref });
    });
  }

  /** @param {Message} message */
  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.t === "view" || message.t === "happened") this.#last = message.number;
    const asked = typeof message.ref === "number" ? this.#waiting.get(message.ref) : undefined;
    if (asked && (message.t === "done" || message.t === "hint" || message.t === "refused")) {
      this.#waiting.delete(message.ref);
      if (message.t === "refused") asked.reject(new Refused(message.code, message.text));
      else asked.resolve(message);
      return;
    }
    this.#emit("message", message);
    if (message.t === "welcome") {
      this.#wait = FIRST_WAIT;
      this.#tries = 0;
      this.outage = "broken";
      this.#beat();
      this.#emit("status", "open");
    }
  }

  /** A pulse now and then, so that a dead line is noticed. */
  #beat() {
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => {
      const socket = this.#socket;
      const silence = setTimeout(() => {
        if (socket === this.#socket) socket?.close();
        this.#lose();
      }, SILENCE);
      this.ask({ t: "ping" }).catch(() => {}).finally(() => clearTimeout(silence));
    }, PULSE);
  }

  /** What was asked and not answered may have been done or not. @param {number} [code] */
  #lose(code = 0) {
    clearInterval(this.#pulse);
    this.#socket = null;
    this.outage = outage(code, this.#tries++, this.outage);
    for (const { request, reject } of this.#waiting.values()) {
      reject(new Refused(["hint", "ping"].includes(request.t) ? "away" : "unknown", "The line broke."));
    }
    this.#waiting.clear();
    this.#emit("status", "lost");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.8);
  }

  /** Somebody is looking, or the network is back: do not wait any longer. */
  #hurry() {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.open();
  }

  /** @param {string} name @param {unknown} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

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

/** Events: `message` ({detail: Message}), `status` ({detail: "open" | "lost" | "wrong"}). */
export class Line extends EventTarget {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {number | null} */ #last = null;
  /** @type {Map<number, {resolve: (answer: Message) => void, reject: (error: Error) => void}>} */ #waiting = new Map();
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
      else if (this.#socket === socket) this.#lose();
    });
  }

  /** Ask something of the house; resolves with its answer. @param {Message} request @returns {Promise<Message>} */
  ask(request) {
    const ref = ++this.#ref;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return reject(new Refused("away", "Not connected."));
      this.#waiting.set(ref, { resolve, reject });
      this.#say({ ...request, ref });
    });
  }

  /** @param {Message} message */
  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.t === "welcome") {
      this.#wait = FIRST_WAIT;
      this.#beat();
      this.#emit("status", "open");
    }
    if (message.t === "view" || message.t === "happened") this.#last = message.number;
    const asked = typeof message.ref === "number" ? this.#waiting.get(message.ref) : undefined;
    if (asked && (message.t === "done" || message.t === "hint" || message.t === "refused")) {
      this.#waiting.delete(message.ref);
      if (message.t === "refused") asked.reject(new Refused(message.code, message.text));
      else asked.resolve(message);
      return;
    }
    this.#emit("message", message);
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

  #lose() {
    clearInterval(this.#pulse);
    this.#socket = null;
    for (const { reject } of this.#waiting.values()) reject(new Refused("away", "The line broke."));
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

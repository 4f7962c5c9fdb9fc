// @ts-check
/**
 * The lessons: one little board at a time. The page sends the learner's moves, the house answers
 * with what there is to see; it is the rules that decide.
 *
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {{snapshots: Snapshot[], code: "begin" | "solved" | "on" | "again" | "lost" | "won", text: string}} Progress
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../board/board.js").VoltoBoard} VoltoBoard
 */
import "../board/board.js";
import { part } from "../site/dom.js";
import { beginFirstGame } from "../site/first_game.js";
import { loadWords, t } from "../site/i18n.js";
import { learned, rememberLearned } from "../site/learned.js";
import { rivalOf } from "../wire/messages.js";
import { post } from "../wire/post.js";
import { refusal } from "../wire/refusals.js";

const PAUSE = 250; // between two turns
const articles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("article.lesson")]);
const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("[data-lesson]")]);

/** @param {string} key */
function learn(key) {
  rememberLearned(key);
  tick();
}

function tick() {
  const known = learned();
  for (const link of links) {
    const done = link.querySelector(".done");
    if (done instanceof HTMLElement) done.hidden = !known.includes(link.dataset.lesson ?? "");
  }
}

/** @param {number} time */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** One lesson on the page: its words, its board, the moves tried. */
class Lesson {
  /** @param {HTMLElement} article */
  constructor(article) {
    this.article = article;
    this.key = article.dataset.key ?? "";
    /** @type {string[]} */
    this.moves = [];
    this.attempt = 0;
    /** @type {Family} */
    this.seat = "white";
    this.board = /** @type {VoltoBoard} */ (document.createElement("volto-board"));
    this.verdict = /** @type {HTMLElement} */ (article.querySelector("[data-verdict]"));
    article.querySelector("[data-stage]")?.replaceChildren(this.board);
    const controls = article.querySelector("[data-controls]");
    if (controls instanceof HTMLElement) controls.hidden = false;
    this.board.addEventListener("move", (event) => {
      const { origin, target } = /** @type {CustomEvent} */ (event).detail;
      this.try(`${origin}${target}`);
    });
    article.querySelector("[data-again]")?.addEventListener("click", () => this.begin());
    article.querySelector("[data-next]")?.addEventListener("click", () => next(this.key));
    article.querySelector("[data-peek]")?.addEventListener("click", () => this.peek());
  }

  begin() {
    this.moves = [];
    this.sit("white");
    this.article.dataset.code = "begin";
    this.verdict.textContent = "";
    return this.ask([]);
  }

  /** @param {string} move */
  try(move) {
    return this.ask([...this.moves, move]);
  }

  /** Look from this side of the table. @param {Family} seat */
  sit(seat) {
    this.seat = seat;
    this.board.side = seat;
    this.article.querySelector("[data-peek]")?.setAttribute("aria-pressed", String(seat === "red"));
  }

  async peek() {
    this.sit(rivalOf(this.seat));
    const progress = await this.fetch(this.moves);
    if (!progress) return;
    this.board.snapshot = progress.snapshots[progress.snapshots.length - 1];
    this.board.interactive = this.seat === "white" && this.article.dataset.code !== "solved";
  }

  /** @param {string[]} moves */
  async ask(moves) {
    const attempt = ++this.attempt;
    this.board.interactive = false;
    const progress = await this.fetch(moves);
    if (attempt !== this.attempt) return;
    if (!progress) {
      this.board.interactive = true;
      return;
    }
    this.moves = moves;
    this.board.marks = progress.code === "solved" ? [] : (this.article.dataset.look ?? "").split(" ");
    for (const [number, snapshot] of progress.snapshots.entries()) {
      if (number > 1) await wait(PAUSE);
      if (attempt !== this.attempt) return;
      await this.board.perform(snapshot);
    }
    if (attempt !== this.attempt) return;
    this.article.dataset.code = progress.code;
    if (progress.code !== "begin") this.verdict.textContent = progress.text;
    if (progress.code === "solved") learn(this.key);
    this.board.interactive = ["begin", "on"].includes(progress.code) && this.seat === "white";
  }

  /** Say the verdict again, in another language. */
  async speak() {
    const progress = this.verdict.textContent ? await this.fetch(this.moves) : null;
    if (progress) this.verdict.textContent = progress.text;
  }

  /** @param {string[]} moves @returns {Promise<Progress | null>} */
  async fetch(moves) {
    try {
      return await post(`/api/lessons/${this.key}`, { moves, seat: this.seat });
    } catch (error) {
      this.verdict.textContent = refusal(error);
      return null;
    }
  }
}

/** @type {Map<string, Lesson>} */
const opened = new Map();

/** Show the lesson of the address, or the first that is not done. @param {boolean} focus */
function open(focus) {
  const wanted = location.hash.slice(1);
  const known = learned();
  const article =
    articles.find((one) => one.id === wanted) ?? articles.find((one) => !known.includes(one.id)) ?? articles[0];
  for (const one of articles) one.hidden = one !== article;
  for (const link of links) {
    if (link.dataset.lesson === article.id) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  if (!opened.has(article.id) && article.querySelector("[data-stage]")) {
    const lesson = new Lesson(article);
    opened.set(article.id, lesson);
    lesson.begin();
  }
  if (!focus) return;
  article.querySelector("h2")?.focus({ preventScroll: true });
  article.scrollIntoView({ block: "nearest" });
}

/** @param {string} key */
function next(key) {
  const index = articles.findIndex((one) => one.id === key);
  location.hash = articles[Math.min(index + 1, articles.length - 1)].id;
}

async function firstGame() {
  part("trouble").textContent = "";
  try {
    await beginFirstGame();
  } catch (error) {
    part("trouble").textContent = refusal(error, t("Couldn't start the game. Try again in a moment."));
  }
}

await loadWords();
document.body.classList.add("scripted");
tick();
open(false);
window.addEventListener("hashchange", () => open(true));
document.addEventListener("language", () => opened.forEach((lesson) => void lesson.speak()));
part("first-game-begin").addEventListener("click", firstGame);

// @ts-check
/**
 * Before the game: the tools for arranging one's masks, favourites, and "Ready".
 *
 * @typedef {import("./sight.js").Family} Family
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {{board: import("./board.js").VoltoBoard, tools: HTMLElement, say: (text: string) => void,
 *   ready: (family: Family, text: string) => Promise<unknown>}} Means
 */
import { named } from "./ask.js";
import { Deployment } from "./deployment.js";
import { button, el, icon } from "./dom.js";
import { keep, kept } from "./kept.js";
import { rivalOf } from "./sight.js";
import { t } from "./words.js";

const FAVOURITES = "volto.favourites";
const LAST = "volto.deployment";
const MOST = 20;

/** @returns {Record<string, string>} */
function favourites() {
  const found = kept(FAVOURITES);
  return typeof found === "object" && found !== null ? found : {};
}

export class Deploying {
  /** @type {Deployment | null} */ #deployment = null;
  #changing = false;

  /** @param {Means} means */
  constructor(means) {
    this.means = means;
  }

  /** It is done, or others look: nothing of it may stay in the document. */
  forget() {
    if (!this.#deployment) return;
    this.#deployment = null;
    this.#changing = false;
    this.means.tools.replaceChildren();
  }

  /** @param {Sight} sight as the deploying seat sees it */
  show(sight) {
    const family = /** @type {Family} */ (sight.seat);
    if (this.#deployment?.family !== family) {
      this.#deployment = new Deployment(sight, family);
      const last = sight.deployment ?? kept(LAST);
      if (typeof last !== "string" || !this.#deployment.set(last)) this.#deployment.shuffle();
    }
    this.#deployment.sight = sight;
    this.#draw();
  }

  /** A swap on the mat. @param {string} origin @param {string} target */
  swap(origin, target) {
    this.#deployment?.swap(origin, target);
    this.#draw();
  }

  #draw() {
    const deployment = /** @type {Deployment} */ (this.#deployment);
    const { board, tools, say } = this.means;
    const { sight, family } = deployment;
    const open = !sight.people[family].ready || this.#changing;
    board.sight = deployment.shown(open);
    board.interactive = true;
    if (open) {
      say(t("Arrange your masks: drag or tap two of them to swap. Your rival sees only faces."));
      this.#tools(deployment);
    } else {
      say(sight.people[rivalOf(family)].joined ? t("You are ready. Waiting for the other side.") : t("You are ready. Waiting for your friend."));
      tools.replaceChildren(el("div", { class: "deploy-row" }, button("shuffle", t("Change the deployment"), () => this.#change(), { class: "with-text" })));
    }
  }

  #change() {
    this.#changing = true;
    this.#draw();
  }

  /** @param {Deployment} deployment */
  #tools(deployment) {
    const again = (/** @type {() => void} */ act) => () => {
      act();
      this.#draw();
    };
    const ready = el("button", { type: "button", class: "primary", id: "ready", click: () => this.#ready() }, t("Ready"));
    this.means.tools.replaceChildren(
      el(
        "div",
        { class: "deploy-row" },
        button("shuffle", t("Shuffle"), again(() => deployment.shuffle())),
        button("mirror", t("Mirror"), again(() => deployment.mirror())),
        button("hint", t("Suggest"), () => this.#suggest()),
        this.#favourites(deployment),
        ready,
      ),
    );
  }

  /** @param {Deployment} deployment */
  #favourites(deployment) {
    const saved = Object.entries(favourites());
    const items = saved.map(([name, text]) =>
      el(
        "li",
        {},
        el("button", { type: "button", class: "quiet", click: () => { if (deployment.set(text)) this.#draw(); } }, name),
        el("button", { type: "button", class: "quiet square", "aria-label": t("Forget {name}", { name }), title: t("Forget {name}", { name }), click: () => this.#drop(name) }, icon("close")),
      ),
    );
    return el(
      "details",
      { class: "favourites" },
      el("summary", { class: "button", title: t("Favourites") }, icon("star"), el("span", {}, t("Favourites"))),
      el(
        "div",
        { class: "favourites-list card" },
        el("ul", {}, ...items),
        button("save", t("Save this one"), () => void this.#save(deployment), { class: "with-text" }),
      ),
    );
  }

  /** @param {Deployment} deployment */
  async #save(deployment) {
    const given = t("Favourite {number}", { number: Object.keys(favourites()).length + 1 });
    const name = await named(t("What is this deployment called?"), t("Save"), given);
    if (name === null) return;
    const all = { ...favourites(), [name]: deployment.text };
    keep(FAVOURITES, Object.fromEntries(Object.entries(all).slice(-MOST)));
    this.#draw();
  }

  /** @param {string} name */
  #drop(name) {
    const { [name]: _, ...rest } = favourites();
    keep(FAVOURITES, rest);
    this.#draw();
  }

  async #suggest() {
    const deployment = /** @type {Deployment} */ (this.#deployment);
    try {
      const answer = await fetch("/api/suggest", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ table: deployment.sight.table }),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = (await answer.json()).deployment;
      if (this.#deployment === deployment && deployment.set(text)) this.#draw();
    } catch {
      this.means.say(t("The house has no suggestion at the moment. Try again soon."));
    }
  }

  async #ready() {
    const { family, text, sight } = /** @type {Deployment} */ (this.#deployment);
    if (sight.people[rivalOf(family)].kind === "house" || sight.phase === "waiting") keep(LAST, text);
    this.#changing = false;
    await this.means.ready(family, text);
  }
}

// @ts-check
/**
 * Before the game: the tools for arranging one's masks, favourites, and "Ready".
 *
 * @typedef {import("../../wire/messages.js").Family} Family
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {{board: import("../../board/board.js").VoltoBoard, place: HTMLElement, say: (text: string) => void, flash: (text: string) => void,
 *   shared: boolean, ready: (family: Family, text: string) => Promise<unknown>}} Means
 */
import { button, el, icon } from "../../site/dom.js";
import { t } from "../../site/i18n.js";
import { keep, kept } from "../../site/storage.js";
import { rivalOf } from "../../wire/messages.js";
import { post } from "../../wire/post.js";
import { named } from "../dialog.js";
import { Arrangement } from "./arrangement.js";
import { forgetUnfinished, keepUnfinished, unfinished } from "./unfinished.js";

const FAVOURITES = "volto.favourites";
const LAST = "volto.deployment";
const MOST = 20;

/** @returns {Record<string, string>} */
function favourites() {
  const found = kept(FAVOURITES);
  return typeof found === "object" && found !== null ? found : {};
}

export class DeploymentTools {
  /** @type {Map<Family, Arrangement>} */ #arranged = new Map();
  /** @type {Arrangement | null} what is shown */ #deployment = null;
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
    this.means.place.replaceChildren();
  }

  /** @param {Snapshot} snapshot as the deploying seat sees it */
  show(snapshot) {
    const family = /** @type {Family} */ (snapshot.seat);
    if (this.#deployment?.family !== family) {
      this.#deployment = this.#arranged.get(family) ?? this.#first(snapshot, family);
      this.#arranged.set(family, this.#deployment);
    }
    this.#deployment.snapshot = snapshot;
    this.#draw();
  }

  /** What a seat finds: what it had begun, else its own last deployment; at a shared screen, where that is the other's too, chance. @param {Snapshot} snapshot @param {Family} family */
  #first(snapshot, family) {
    const found = new Arrangement(snapshot, family);
    const last = snapshot.deployment ?? unfinished(snapshot.table, family) ?? (this.means.shared ? null : kept(LAST));
    if (typeof last !== "string" || !found.set(last)) found.shuffle();
    return found;
  }

  /** A swap on the mat. @param {string} origin @param {string} target */
  swap(origin, target) {
    this.#deployment?.swap(origin, target);
    this.#draw();
  }

  #draw() {
    const deployment = /** @type {Arrangement} */ (this.#deployment);
    const { board, place, say } = this.means;
    const { snapshot, family } = deployment;
    const open = !snapshot.people[family].ready || this.#changing;
    board.snapshot = deployment.shown(open);
    board.interactive = true;
    if (open) {
      keepUnfinished(snapshot.table, family, deployment.text);
      say(t("Arrange your masks: drag one, or tap two to swap them. Your opponent sees only their faces."));
      this.#tools(deployment);
    } else {
      say(snapshot.people[rivalOf(family)].joined ? t("You are ready. Waiting for your opponent.") : t("You are ready. Waiting for your friend."));
      place.replaceChildren(el("div", { class: "deploy-row" }, button("shuffle", t("Change the deployment"), () => this.#change(), { class: "with-text" })));
    }
  }

  #change() {
    this.#changing = true;
    this.#draw();
  }

  /** @param {Arrangement} deployment */
  #tools(deployment) {
    const again = (/** @type {() => void} */ act) => () => {
      act();
      this.#draw();
    };
    const ready = el("button", { type: "button", class: "primary", id: "ready", click: () => this.#ready() }, t("Ready"));
    this.means.place.replaceChildren(
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

  /** @param {Arrangement} deployment */
  #favourites(deployment) {
    const saved = Object.entries(favourites());
    const items = saved.map(([name, text]) =>
      el(
        "li",
        {},
        el("button", { type: "button", class: "quiet", click: () => { if (deployment.set(text)) this.#draw(); } }, name),
        el("button", { type: "button", class: "quiet square", "aria-label": t("Delete {name}", { name }), title: t("Delete {name}", { name }), click: () => this.#drop(name) }, icon("close")),
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
        button("save", t("Save this deployment"), () => void this.#save(deployment), { class: "with-text" }),
      ),
    );
  }

  /** @param {Arrangement} deployment */
  async #save(deployment) {
    const given = t("Favourite {number}", { number: Object.keys(favourites()).length + 1 });
    const name = await named(t("Name this deployment"), t("Save"), given);
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
    const deployment = /** @type {Arrangement} */ (this.#deployment);
    try {
      const text = (await post("/api/suggest", { table: deployment.snapshot.table })).deployment;
      if (this.#deployment === deployment && deployment.set(text)) this.#draw();
    } catch {
      this.means.flash(t("No suggestion at the moment. Try again soon."));
    }
  }

  async #ready() {
    const { family, text, snapshot } = /** @type {Arrangement} */ (this.#deployment);
    if (snapshot.people[rivalOf(family)].kind === "house" || snapshot.phase === "waiting") keep(LAST, text);
    this.#changing = false;
    if (!(await this.means.ready(family, text))) return;
    forgetUnfinished(snapshot.table, family);
    if (!this.means.shared) this.means.board.focus();
  }
}

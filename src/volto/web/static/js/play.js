// @ts-check
/**
 * The table's page: brings the line to the house, the mat and the panels together.
 *
 * @typedef {import("./sight.js").Family} Family
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {import("./board.js").VoltoBoard} VoltoBoard
 */
import { maskPanel, possibilities } from "./aid.js";
import "./board.js";
import { faces } from "./deployment.js";
import { Deploying } from "./deploy.js";
import { el, part } from "./dom.js";
import { Ending, throwConfetti } from "./ending.js";
import { Handover } from "./handover.js";
import { hintPanel, hintTitle } from "./hint.js";
import { inviteCard } from "./invite.js";
import { drawOffer, openPanel, showActs, showBar } from "./menu.js";
import { Notes } from "./notes.js";
import { quietWarning, showPast } from "./past.js";
import { showPeople } from "./people.js";
import { remember } from "./recent.js";
import { refusal } from "./refusals.js";
import { turnWords } from "./say.js";
import { FAMILIES, publicSight, rivalOf } from "./sight.js";
import { Line, Refused } from "./socket.js";
import { attachMute, play } from "./sound.js";
import { Game } from "./state.js";
import { loadWords, t } from "./words.js";

const FLASH = 5000;
const { table = "", key = "", twoSeats } = document.body.dataset;

class TablePage {
  board = /** @type {VoltoBoard} */ (part("mat"));
  main = part("main");
  line = new Line(`/socket/${table}${key && `/${key}`}`);
  game = new Game(this.line);
  /** @type {Handover | null} */ handover = null;
  /** @type {Family} */ side = "white";
  /** @type {Map<Family, Notes>} */ notes = new Map();
  /** @type {number | null} the rival mask that is looked at */ look = null;
  /** @type {import("./sight.js").Hint | null} */ hint = null;
  hinting = false;
  lost = false;
  flashed = "";
  /** @type {Ending | null} */ ending = null;
  deploying = new Deploying({
    board: this.board,
    tools: part("talk"),
    say: (text) => this.#sayTurn(text),
    ready: (family, text) => this.#ask({ t: "deploy", seat: family, deployment: text }),
  });

  begin() {
    if (twoSeats) this.handover = new Handover(part("handover"), () => this.#render());
    attachMute(part("sound"));
    document.getElementById("watchers")?.addEventListener("click", () => void this.#shareWatching());
    this.board.addEventListener("move", (event) => this.#move(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("look", (event) => this.#look(/** @type {CustomEvent} */ (event).detail.mask));
    this.board.addEventListener("pick", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.cell) play("pick");
    });
    part("stage").addEventListener("pointerdown", () => openPanel(this.main, null));
    part("moves").addEventListener("click", (event) => this.#seek(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) openPanel(this.main, null);
    });
    this.game.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail));
    this.line.open();
  }

  /** The seat whose eyes the page is for now; null: nobody's, or a spectator's. @returns {Family | null} */
  get seat() {
    return this.handover ? this.handover.open : (this.game.seats[0] ?? null);
  }

  /** What may be shown now. @returns {Sight | undefined} */
  get sight() {
    const { sights, any } = this.game;
    if (!this.handover) return any;
    if (this.handover.open) return sights.get(this.handover.open);
    return any && publicSight(any);
  }

  /** @param {{what: string, family: Family | null, seat: Family | null}} change */
  #changed({ what, family, seat }) {
    const { game } = this;
    const told = ["here", "line", "thinking"].includes(what);
    if (!told && this.handover && seat !== game.seats.at(-1)) return; // the other seat's half follows
    const sight = game.any;
    if (!sight) return this.#sayLine();
    if (what === "line" && game.line === "open" && this.lost) this.#flash(t("Connected again."));
    if (what === "line") this.lost = game.line === "lost";
    if (!told) {
      if (this.hint && this.hint.ply !== sight.ply) this.hint = null;
      if (!sight.masks.some((mask) => mask.mask === this.look)) this.look = null;
      this.handover?.follow(sight, what === "turn");
      this.#sound(what, sight);
    }
    if (sight.next_table && what === "rematch") return location.assign(sight.next_table);
    if (["view", "joined", "began"].includes(what)) remember(sight, game.seats);
    if (what === "declined" && family && this.game.seats.length === 1 && family !== this.seat) {
      this.#flash(t("Your rival would rather play on."));
    }
    this.#render();
  }

  #render() {
    const sight = this.sight;
    if (!sight) return;
    const { seat, game } = this;
    const over = sight.phase === "over";
    this.main.dataset.phase = sight.phase;
    this.main.dataset.ply = String(sight.ply);
    this.main.dataset.turn = String(!!seat && sight.to_move === seat);
    if (seat && seat !== this.side) this.side = seat;
    if (!this.ending) this.board.side = this.side;
    const before = sight.phase === "waiting" || sight.phase === "deploying";
    if (before && seat) this.deploying.show(sight);
    else if (before) {
      this.deploying.forget();
      this.board.sight = { ...sight, masks: FAMILIES.filter((one) => sight.people[one].ready).flatMap((one) => faces(sight, one)) };
    } else {
      this.deploying.forget();
      if (!over) this.board.sight = sight;
    }
    if (over) this.#end(sight);
    this.board.interactive = !over;
    this.board.notes = (!over && this.#notes()?.marks) || new Map();
    this.board.marks = this.hint && !over && seat ? [0, 2].map((i) => ({ cell: this.hint?.move.slice(i, i + 2) ?? "", kind: "look" })) : [];
    this.#panels(sight);
    if (!before || !seat) this.#sayTurn(turnWords(sight, seat, game));
    this.#sayLine();
    part("over-stage").replaceChildren(
      ...[
        sight.phase === "waiting" && seat && inviteCard((text) => this.#flash(text)),
        drawOffer(sight, seat, (what) => void this.#ask({ t: what, seat })),
      ].filter((one) => one instanceof Node),
    );
    document.title = seat && sight.to_move === seat ? `● ${t("Your turn")} · Volto` : "Volto";
    if (game.line === "open") this.main.dataset.ready = "";
  }

  /** @param {Sight} sight */
  #panels(sight) {
    const { seat, game } = this;
    showPeople(part("who"), sight, { seats: game.seats, side: this.side, isHere: (family) => game.isHere(family), thinking: game.thinking });
    showActs(part("acts"), sight, { seat, hinting: this.hinting, hint: () => void this.#askHint(), ask: (what) => void this.#ask({ t: what, seat }) });
    showBar(part("bar"), this.main, sight, { seat, hint: () => void this.#askHint() });
    if (!this.ending) showPast(sight);
    if (sight.phase !== "playing") return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.role;
    part("talk").replaceChildren(...[this.#talk(sight)].filter((one) => one instanceof Node));
    if (focused) /** @type {HTMLElement | null} */ (part("talk").querySelector(`[data-role="${focused}"]`))?.focus();
    part("talk").tabIndex = part("talk").scrollHeight > part("talk").clientHeight ? 0 : -1;
  }

  /** A mask that is looked at, else the hint, else what could be done here. @param {Sight} sight */
  #talk(sight) {
    if (!this.seat) return null;
    if (this.look !== null) return maskPanel(sight, this.look, this.#notes(), () => this.#render());
    if (this.hint) return hintPanel(this.hint, sight);
    return sight.aid !== "off" && el("p", { class: "soft" }, t("Tap a mask of your rival to think about it."));
  }

  /** The pencil notes of the seat that looks. */
  #notes() {
    const seat = this.seat;
    if (!seat || this.game.any?.aid === "off") return null;
    if (!this.notes.has(seat)) this.notes.set(seat, new Notes(table, seat));
    return this.notes.get(seat) ?? null;
  }

  /** The mask that is looked at, or the hint, in a sentence: for a phone, and for the ear. @param {Sight} sight */
  #brief(sight) {
    if (this.look !== null) return possibilities(sight, this.look);
    return this.hint && hintTitle(this.hint);
  }

  /** @param {string} text */
  #sayTurn(text) {
    const sight = this.sight;
    const look = sight && this.seat ? this.#brief(sight) : null;
    const quiet = sight && quietWarning(sight);
    const lines = [this.flashed || text, !this.flashed && look, !this.flashed && quiet];
    const shown = lines.map((line, i) => line && el("span", { class: ["say-turn", "say-look", "say-quiet"][i] }, line));
    const say = part("say");
    if (say.textContent !== lines.filter(Boolean).join("")) say.replaceChildren(...shown.filter((one) => one instanceof Node));
    say.classList.toggle("flash", !!this.flashed);
  }

  /** When the line is broken, that comes first. */
  #sayLine() {
    this.main.dataset.line = this.game.line;
    if (this.game.line === "lost") part("say").replaceChildren(el("span", { class: "say-turn" }, t("Connection lost. Trying to come back…")));
  }

  /** Something to read for a moment. @param {string} text */
  #flash(text) {
    this.flashed = text;
    this.#render();
    setTimeout(() => {
      if (this.flashed !== text) return;
      this.flashed = "";
      this.#render();
    }, FLASH);
  }

  /** @param {Record<string, unknown>} request @returns {Promise<import("./socket.js").Message | null>} */
  async #ask(request) {
    try {
      return await this.line.ask(/** @type {import("./socket.js").Message} */ (request));
    } catch (error) {
      this.board.release();
      this.#flash(refusal(error instanceof Refused ? error.code : ""));
      return null;
    }
  }

  /** @param {{origin: string, target: string}} move */
  #move({ origin, target }) {
    const sight = this.sight;
    if (!sight || !this.seat) return;
    if (sight.phase !== "playing") return this.deploying.swap(origin, target);
    openPanel(this.main, null);
    this.flashed = "";
    void this.#ask({ t: "move", seat: this.seat, ply: sight.ply, move: origin + target });
  }

  /** @param {number | null} mask */
  #look(mask) {
    const sight = this.sight;
    if (sight?.phase !== "playing" || !this.seat || sight.aid === "off") return;
    const rival = sight.masks.find((one) => one.mask === mask)?.family === rivalOf(this.seat);
    this.look = rival ? mask : null;
    this.#render();
  }

  async #askHint() {
    if (this.hinting || !this.seat) return;
    this.hinting = true;
    this.#render();
    const answer = await this.#ask({ t: "hint", seat: this.seat });
    this.hinting = false;
    const hint = /** @type {import("./sight.js").Hint | null} */ (/** @type {unknown} */ (answer));
    if (hint && hint.ply === this.game.any?.ply) {
      this.hint = hint;
      this.look = null;
    }
    this.#render();
  }

  async #shareWatching() {
    const link = new URL(`/watch/${table}`, location.href).href;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    this.#flash(copied ? t("The link is copied.") : t("Spectators find this table at {link}", { link }));
  }

  /** @param {Sight} sight */
  #end(sight) {
    if (this.ending) return this.ending.update(sight);
    this.board.sight = sight;
    openPanel(this.main, null);
    this.ending = new Ending(sight, this.game.seats, {
      show: (shown, side) => {
        this.board.side = side ?? this.side;
        this.board.sight = shown;
        showPast(shown, sight);
      },
      rematch: () => void this.#ask({ t: "rematch", seat: this.game.seats[0] }),
      record: `/api/tables/${table}/record${key && `?key=${key}`}`,
    });
    part("talk").replaceChildren(this.ending.element);
    showPast(sight);
    const won = sight.end?.winner;
    if (won && (this.game.seats.includes(won) || this.game.watching) && this.celebrate) throwConfetti(part("over-stage"));
  }

  /** Whether the end has just come, and was not found on arrival. */
  celebrate = false;

  /** @param {Event} event a press on a move of the list, after the end */
  #seek(event) {
    const ply = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-ply]"))?.dataset.ply;
    if (ply) this.ending?.go(Number(ply));
  }

  /** @param {string} what @param {Sight} sight */
  #sound(what, sight) {
    this.celebrate = what !== "view";
    if (what === "turn") play(sight.turns.at(-1)?.captured ? "capture" : "move");
    if (sight.end && what !== "view" && what !== "rematch") {
      const own = this.game.seats.length === 1 ? this.game.seats[0] : sight.end.winner;
      play(!sight.end.winner ? "draw" : sight.end.winner === own ? "win" : "lose");
    } else if (what === "turn" && this.game.seats.length === 1 && sight.to_move === this.game.seats[0]) play("turn");
  }
}

await loadWords();
new TablePage().begin();

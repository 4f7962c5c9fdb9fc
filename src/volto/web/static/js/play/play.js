// @ts-check
/**
 * The table's page: brings the line to the house, the mat and the panels together.
 *
 * @typedef {import("../wire/messages.js").Family} Family
 * @typedef {import("../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../board/board.js").VoltoBoard} VoltoBoard
 */
import "../board/board.js";
import { pipsOf } from "../board/pips.js";
import { followAddress, keyInAddress, seatPath } from "../site/address.js";
import { rememberBeaten } from "../site/beaten.js";
import { el, part } from "../site/dom.js";
import { loadWords, t } from "../site/i18n.js";
import { rememberedKey, rememberTable } from "../site/recent_tables.js";
import { keep, kept } from "../site/storage.js";
import { FAMILIES, publicSnapshot, rivalOf } from "../wire/messages.js";
import { Line } from "../wire/socket.js";
import { maskPanel, possibilities, whyBlocked } from "./aid.js";
import { Announcer } from "./announcer.js";
import { Controller } from "./controller.js";
import { faces } from "./deployment/arrangement.js";
import { shown as showDialog } from "./dialog.js";
import { DeploymentTools } from "./deployment/tools.js";
import { throwConfetti } from "./ending/confetti.js";
import { Ending } from "./ending/panel.js";
import { Game } from "./game.js";
import { goalsCard, goalsList } from "./goals.js";
import { Handover } from "./handover.js";
import { hintPanel, hintTitle } from "./hint.js";
import { quietWarning, showHistory } from "./history.js";
import { inviteCard } from "./invitation.js";
import { drawOffer, openPanel, showActs, showBar } from "./menu.js";
import { Notes } from "./notes.js";
import { nameOf, showPeople } from "./people.js";
import { attachMute, play, soundOf } from "./sound.js";
import { lastUnmasking, turnWords } from "./status.js";
import { ladyRule, terms } from "./terms.js";
import { Voices } from "./voices.js";

const PIPS = "volto.pips";
const { table = "", twoSeats, watching } = document.body.dataset;
const key = watching ? "" : keyInAddress() || rememberedKey(table);
if (!watching && !key) location.replace(`/watch/${table}`);

class TablePage {
  board = /** @type {VoltoBoard} */ (part("mat"));
  main = part("main");
  line = new Line(`/socket/${table}`, key);
  game = new Game(this.line, { perform: (before, after) => this.#perform(before, after), hurry: (behind) => this.board.hurry(behind) });
  announcer = new Announcer(part("say"), () => this.render());
  voices = new Voices(part("who"), JSON.parse(document.body.dataset.voices ?? "{}"));
  controller = new Controller(this);
  /** @type {Handover | null} */ handover = null;
  /** @type {Family} */ side = "white";
  /** @type {Map<Family, Notes>} */ notes = new Map();
  /** @type {import("./guide.js").Guide | null} */ guide = null;
  /** @type {Ending | null} */ ending = null;
  /** What the replay shows, once it is looked at. @type {{snapshot: Snapshot, side: Family} | null} */ replayed = null;
  /** Whether the end has just come, and was not found on arrival. */ celebrate = false;
  /** Whether something is being played on the mat. */ performing = false;
  lost = false;
  /** Whether masks show what they can still be. */ pips = kept(PIPS) !== false;
  deployment = new DeploymentTools({
    board: this.board,
    place: part("talk"),
    shared: !!twoSeats,
    say: (text) => this.announcer.say(text, null, this.snapshot?.ladies === "captor" ? ladyRule(this.snapshot) : null),
    flash: (text) => this.announcer.flash(text),
    ready: (seat, deployment) => this.controller.ask("deploy", { seat, deployment }),
  });

  async begin() {
    if (twoSeats) this.handover = new Handover(part("handover"), () => this.#handedOver());
    if (!watching && new URLSearchParams(location.search).has("guide")) this.guide = new (await import("./guide.js")).Guide(part("say"));
    attachMute(part("sound"));
    part("goals").addEventListener("click", () => this.snapshot && void showDialog(t("How to win"), goalsList(this.snapshot)));
    document.getElementById("watchers")?.addEventListener("click", () => void this.#shareWatching());
    this.#listen("move", ({ origin, target }) => this.#move(origin, target));
    this.#listen("look", ({ mask }) => this.controller.lookAt(mask));
    this.#listen("pick", ({ cell }) => cell && play("pick"));
    this.#listen("beat", (told) => this.#beat(told));
    for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, () => this.board.skip(), { capture: true });
    part("stage").addEventListener("pointerdown", () => openPanel(this.main, null));
    part("moves").addEventListener("click", (event) => this.#seek(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) openPanel(this.main, null);
    });
    document.addEventListener("language", () => this.#speak());
    this.game.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail));
    this.line.open();
  }

  /** Another language: the same things are said anew. */
  #speak() {
    this.announcer.hush();
    this.ending?.speak();
    this.render();
  }

  /** Other eyes: they look at nothing yet. */
  #handedOver() {
    this.controller.lookAway();
    this.render();
  }

  /** @param {string} name of an event of the mat @param {(detail: any) => void} act */
  #listen(name, act) {
    this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
  }

  /** The seat whose eyes the page is for now; null: nobody's, or a spectator's. @returns {Family | null} */
  get seat() {
    return this.handover ? this.handover.open : (this.game.seats[0] ?? null);
  }

  /** What may be shown now. @returns {Snapshot | undefined} */
  get snapshot() {
    const { snapshots, any } = this.game;
    if (!this.handover) return any;
    if (this.handover.open) return snapshots.get(this.handover.open);
    return any && publicSnapshot(any);
  }

  /** @param {import("../wire/socket.js").Message} request */
  send(request) {
    return this.line.ask(request);
  }

  /** Something was not done, or may not have been. @param {string} text @param {boolean} [stays] */
  refuse(text, stays = false) {
    this.board.release();
    this.announcer.flash(text, stays);
  }

  /** @param {Snapshot} snapshot as the house tells it now */
  #settle(snapshot) {
    const came = this.controller.settle(snapshot);
    if (came) this.announcer.flash(came);
    else if (came === "") this.announcer.hush();
  }

  /**
   * What has happened is played on the mat before anything else tells of it.
   * @param {import("./game.js").Snapshots} before @param {import("./game.js").Snapshots} after
   */
  #perform(before, after) {
    const [old, fresh] = [[...before.values()][0], [...after.values()][0]];
    const ended = !!fresh.end && !old.end;
    if (!ended && fresh.turns.length !== old.turns.length + 1) return null;
    this.handover?.share();
    this.performing = true;
    this.main.dataset.performing = "";
    return this.board.perform(this.handover ? publicSnapshot(fresh) : fresh, { tray: (family) => document.querySelector(`#lost .${family}`) ?? part("lost") }).finally(() => {
      this.performing = false;
      delete this.main.dataset.performing;
      this.celebrate = ended;
    });
  }

  /** @param {{beat: string, turn: import("../wire/messages.js").Turn | null, snapshot: Snapshot}} told by the mat */
  #beat(told) {
    const { seats, watching } = this.game;
    const sound = soundOf(told, seats.length === 1 ? seats[0] : null);
    if (sound) play(sound);
    const winner = told.snapshot.end?.winner;
    if (told.beat === "end" && winner && !this.ending && (seats.includes(winner) || watching)) void throwConfetti(part("stage"));
  }

  /** @param {{what: string, family: Family | null}} change */
  #changed({ what, family }) {
    const { game, announcer } = this;
    const told = ["here", "line", "thinking"].includes(what);
    const snapshot = game.any;
    if (!snapshot) return this.#showLine();
    if (what === "line" && game.line === "open" && this.lost) announcer.flash(t("Reconnected."));
    if (what === "line") this.lost = game.line === "lost";
    if (!told || (what === "line" && game.line === "open" && !game.fresh)) this.#settle(snapshot);
    if (!told) {
      this.controller.follow(snapshot);
      this.handover?.follow(snapshot, what === "turn");
      if (what === "turn" && game.seats.length === 1 && snapshot.to_move === game.seats[0]) play("turn");
    }
    if (snapshot.next_table && what === "rematch") return location.assign(snapshot.next_table);
    if (["view", "joined", "began"].includes(what) && game.seats.length) {
      rememberTable(seatPath(table, key), this.handover ? t("Two players, one screen") : nameOf(snapshot, rivalOf(game.seats[0]), game.seats));
    }
    if (what === "declined" && family && game.seats.length === 1 && family !== this.seat) {
      announcer.flash(t("Your opponent would rather play on."));
    }
    this.render();
  }

  render() {
    const snapshot = this.snapshot;
    if (!snapshot) return;
    const { seat, game, controller } = this;
    const { hint } = controller;
    const over = snapshot.phase === "over";
    this.main.dataset.phase = snapshot.phase;
    this.main.dataset.ply = String(snapshot.ply);
    this.main.dataset.turn = String(!!seat && snapshot.to_move === seat);
    if (seat) this.side = seat;
    if (!this.ending) this.board.side = this.side;
    const before = snapshot.phase === "waiting" || snapshot.phase === "deploying";
    if (before && seat) this.deployment.show(snapshot);
    else {
      this.deployment.forget();
      const ready = before ? FAMILIES.filter((one) => snapshot.people[one].ready).flatMap((one) => faces(snapshot, one)) : snapshot.masks;
      if (!over && !this.performing) this.board.snapshot = { ...snapshot, masks: ready };
      this.announcer.say(turnWords(snapshot, seat, game), seat && this.#brief(snapshot), quietWarning(snapshot), lastUnmasking(snapshot));
    }
    if (over) this.#end(snapshot);
    this.board.interactive = !over;
    this.board.looked = over || !seat ? null : controller.look;
    this.board.pips = over || !seat || !this.pips ? new Map() : pipsOf(snapshot);
    this.board.notes = (!over && this.#notes()?.marks) || new Map();
    this.board.marks = hint && !over && seat ? [hint.move.slice(0, 2), hint.move.slice(2)] : [];
    this.#panels(snapshot);
    this.#showLine();
    this.guide?.show(snapshot);
    part("over-stage").replaceChildren(
      ...[
        snapshot.phase === "waiting" && seat && inviteCard(seatPath(table, key), (text) => this.announcer.flash(text)),
        drawOffer(snapshot, seat, (what) => void controller.ask(what)),
      ].filter((one) => one instanceof Node),
    );
    document.title = seat && snapshot.to_move === seat ? `● ${t("Your turn")} · Volto` : "Volto";
    if (game.line === "open") this.main.dataset.ready = "";
  }

  #showLine() {
    this.main.dataset.line = this.game.line;
    if (this.game.line === "lost") this.announcer.lost(this.line.outage);
    if (this.game.line === "wrong") this.announcer.wrong();
  }

  /** Who sits where: as the replay looks at it, else as it is. @param {Snapshot} snapshot */
  #people(snapshot) {
    const { game, side, replayed } = this;
    const shown = replayed ?? { snapshot, side };
    showPeople(part("who"), shown.snapshot, { seats: game.seats, side: shown.side, isHere: (family) => game.isHere(family), thinking: game.thinking });
    this.voices.hear(snapshot);
  }

  /** @param {Snapshot} snapshot */
  #panels(snapshot) {
    const { seat, game, controller } = this;
    const hint = () => void controller.askHint();
    this.#people(snapshot);
    part("terms").replaceChildren(...terms(snapshot, game.seats).map((text) => el("li", {}, text)));
    showActs(part("acts"), snapshot, { seat, hinting: controller.hinting, hint, ask: (what) => void controller.ask(what), pips: this.pips, switchPips: () => this.#switchPips() });
    showBar(part("bar"), this.main, snapshot, { seat, hint });
    if (!this.ending) showHistory(snapshot);
    if (snapshot.phase !== "playing") return;
    const talk = part("talk");
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.role;
    const goals = goalsCard(snapshot);
    talk.replaceChildren(...[this.#talk(snapshot), goals].filter((one) => one instanceof Node));
    if ((controller.look !== null || controller.hint) && talk.scrollHeight > talk.clientHeight) goals.remove();
    if (focused) /** @type {HTMLElement | null} */ (talk.querySelector(`[data-role="${focused}"]`))?.focus();
    talk.tabIndex = talk.scrollHeight > talk.clientHeight ? 0 : -1;
  }

  /** A mask that is looked at, else the hint, else what could be done here. @param {Snapshot} snapshot */
  #talk(snapshot) {
    const { look, hint } = this.controller;
    const blocked = this.#blocked(snapshot);
    if (!this.seat) return null;
    if (look !== null) return maskPanel(snapshot, look, this.#notes(), () => this.render());
    if (blocked) return el("p", { class: "look-words" }, blocked);
    if (hint) return hintPanel(hint, snapshot);
    return snapshot.aid !== "off" && el("p", { class: "soft" }, t("Tap a rival mask to examine it."));
  }

  /** The same in a sentence: for a phone, and for the ear. @param {Snapshot} snapshot */
  #brief(snapshot) {
    const { look, hint } = this.controller;
    const blocked = this.#blocked(snapshot);
    if (blocked) return blocked;
    if (look !== null) return possibilities(snapshot, look);
    return hint && hintTitle(hint);
  }

  /** Why the own mask that was pressed stays where it is. @param {Snapshot} snapshot */
  #blocked(snapshot) {
    const { blocked } = this.controller;
    return blocked === null ? null : whyBlocked(snapshot, blocked);
  }

  /** The pencil notes of the seat that looks. */
  #notes() {
    const seat = this.seat;
    if (!seat || this.game.any?.aid === "off") return null;
    if (!this.notes.has(seat)) this.notes.set(seat, new Notes(table, seat));
    return this.notes.get(seat) ?? null;
  }

  #switchPips() {
    this.pips = !this.pips;
    keep(PIPS, this.pips);
    this.render();
  }

  /** @param {string} origin @param {string} target */
  #move(origin, target) {
    if (!this.seat) return;
    if (this.snapshot?.phase !== "playing") return this.deployment.swap(origin, target);
    openPanel(this.main, null);
    this.announcer.hush();
    void this.controller.move(origin, target);
  }

  async #shareWatching() {
    const link = new URL(`/watch/${table}`, location.href).href;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    this.announcer.flash(copied ? t("Link copied.") : t("Spectators can watch at {link}", { link }));
  }

  /** @param {Snapshot} snapshot */
  #end(snapshot) {
    if (this.ending) return this.ending.update(snapshot);
    const { seats } = this.game;
    if (!this.celebrate) this.board.snapshot = snapshot;
    openPanel(this.main, null);
    const ending = new Ending(snapshot, seats, {
      show: (shown, side, step) => {
        this.board.side = side ?? this.side;
        this.replayed = { snapshot: shown, side: side ?? this.side };
        this.#people(snapshot);
        showHistory(shown, snapshot);
        if (step) return this.board.perform(shown);
        this.board.snapshot = shown;
      },
      rematch: () => void this.controller.ask("rematch", { seat: seats[0] }),
      share: () => this.controller.ask("share", { seat: seats[0] }),
      say: (text) => this.announcer.flash(text),
      lastWords: () => this.voices.lastWords(snapshot),
      record: `/api/tables/${table}/record`,
    });
    this.ending = ending;
    part("talk").replaceChildren(ending.element);
    part("stage").append(ending.card);
    showHistory(snapshot);
    rememberBeaten(snapshot, seats);
    if (this.celebrate) ending.open();
  }

  /** @param {Event} event a press on a move of the list, after the end */
  #seek(event) {
    const ply = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-ply]"))?.dataset.ply;
    if (ply) void this.ending?.controls.go(Number(ply));
  }
}

followAddress();
await loadWords();
await new TablePage().begin();

// @ts-check
/**
 * A finished game, turn by turn, from either seat or with all masks open. It is wound back from the
 * last scene, in which everything is public.
 *
 * @typedef {import("../../wire/messages.js").Snapshot} Snapshot
 * @typedef {import("../../wire/messages.js").Family} Family
 * @typedef {import("../../wire/messages.js").Standing} Standing
 * @typedef {import("../../board/art.js").Role} Role
 * @typedef {Family | "truth"} Eyes
 */

export class Replay {
  /** @param {Snapshot} snapshot of a game that is over */
  constructor(snapshot) {
    this.snapshot = snapshot;
    /** @type {Map<number, {family: Family, role: Role | null}>} */
    this.masks = new Map();
    for (const { mask, family, role } of [...snapshot.masks, ...snapshot.lost]) this.masks.set(mask, { family, role });
    this.scenes = this.#wind();
  }

  get length() {
    return this.snapshot.turns.length;
  }

  /** Where every mask stood after each turn, from the start. */
  #wind() {
    const { turns } = this.snapshot;
    let cells = new Map(this.snapshot.masks.map(({ mask, cell }) => [mask, cell]));
    const scenes = [cells];
    for (const turn of [...turns].reverse()) {
      cells = new Map(cells);
      cells.set(turn.mask, turn.origin);
      if (turn.taken !== null) cells.set(turn.taken, turn.target);
      scenes.unshift(cells);
    }
    return scenes;
  }

  /** The game after `ply` turns, as these eyes saw it. @param {number} ply @param {Eyes} eyes @returns {Snapshot} */
  at(ply, eyes) {
    const { snapshot } = this;
    const over = ply === this.length;
    const turns = snapshot.turns.slice(0, ply);
    const masks = [...this.scenes[ply]].sort(([one], [other]) => one - other).map(([mask, cell]) => {
      const { family, role } = /** @type {{family: Family, role: Role | null}} */ (this.masks.get(mask));
      const known = over || eyes === "truth" || eyes === family;
      return { mask, family, cell, role: known ? role : null };
    });
    const fallen = new Set([...this.masks.keys()].filter((mask) => !this.scenes[ply].has(mask)));
    return {
      ...snapshot,
      ply,
      turns,
      masks,
      lost: snapshot.lost.filter(({ mask }) => fallen.has(mask)),
      moves: {},
      end: over ? snapshot.end : null,
    };
  }
}

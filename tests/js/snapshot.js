/** A table as the house shows it, with what a test wants different. */
export function snapshot(changes = {}) {
  const person = { kind: "person", name: "", level: null, joined: true, ready: true };
  return {
    table: "t", seat: "white", phase: "playing", columns: 5, rows: 7, roster: "NNNAAACSLL",
    ladies: "owner", quiet_limit: 100, aid: "logic", first: "white", to_move: "white", ply: 0, quiet: 0,
    people: { white: person, red: person }, deployment: null, masks: [], lost: [], moves: {}, turns: [],
    guesses: [], seals: null, draw_offer: null, rematch_wish: null, next_table: null, shared: [], end: null,
    ...changes,
  };
}

export const mask = (number, family, cell, role = null) => ({ mask: number, family, cell, role });

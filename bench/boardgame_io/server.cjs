// VOLTO for boardgame.io, to measure its server beside ours: the same mat, moves, captures and
// ends; playerView strips what a seat may not know. Matches are kept in memory.
//
//     NODE_ENV=production node server.cjs PORT LOBBY_PORT

const { INVALID_MOVE } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");

const COLUMNS = 5;
const ROWS = 7;
const FAMILY_SIZE = 10;
const QUIET_LIMIT = 100;
const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const STEPS = { N: STRAIGHT, A: DIAGONAL, C: [...STRAIGHT, ...DIAGONAL], L: [...STRAIGHT, ...DIAGONAL] };

/** The family of a mask: White's numbers come first. */
const familyOf = (mask) => (mask < FAMILY_SIZE ? 0 : 1);

/** A deployment is told front row first; White fills rows 2 and 1, Red rows 6 and 7. */
function setup(_, deployments) {
  const cells = new Array(COLUMNS * ROWS).fill(null);
  const roles = [];
  [[1, 0], [5, 6]].forEach((rows, family) => {
    const letters = deployments[family].replace("/", "");
    for (let number = 0; number < FAMILY_SIZE; number++) {
      const row = rows[Math.floor(number / COLUMNS)];
      cells[row * COLUMNS + (number % COLUMNS)] = roles.length;
      roles.push(letters[number]);
    }
  });
  return { cells, roles, unmasked: new Array(roles.length).fill(null), quiet: 0 };
}

/** Where a mask may go from a cell. */
function targets(G, origin) {
  const mask = G.cells[origin];
  const role = G.roles[mask];
  const family = familyOf(mask);
  const [column, row] = [origin % COLUMNS, Math.floor(origin / COLUMNS)];
  const found = [];
  if (role === "S") {
    const forward = family === 0 ? COLUMNS : -COLUMNS;
    for (let cell = origin + forward; cell >= 0 && cell < COLUMNS * ROWS; cell += forward) {
      const other = G.cells[cell];
      if (other === null || familyOf(other) !== family) found.push(cell);
      if (other !== null) break;
    }
    return found;
  }
  for (const [right, up] of STEPS[role]) {
    const [c, r] = [column + right, row + up];
    if (c < 0 || c >= COLUMNS || r < 0 || r >= ROWS) continue;
    const other = G.cells[r * COLUMNS + c];
    if (other === null || (familyOf(other) !== family && role !== "L")) found.push(r * COLUMNS + c);
  }
  return found;
}

function play({ G, playerID }, origin, target) {
  const mask = G.cells[origin];
  if (mask === null || mask === undefined || familyOf(mask) !== Number(playerID)) return INVALID_MOVE;
  if (!targets(G, origin).includes(target)) return INVALID_MOVE;
  const taken = G.cells[target];
  G.cells[origin] = null;
  G.cells[target] = mask;
  G.quiet += 1;
  if (taken === null) return;
  G.quiet = 0;
  G.unmasked[taken] = G.roles[taken];
  if (G.roles[taken] === "L") { // her captor leaves with her
    G.unmasked[mask] = G.roles[mask];
    G.cells[target] = null;
  }
}

function endIf({ G, ctx }) {
  const moved = Number(ctx.currentPlayer);
  const waiting = 1 - moved;
  const standing = [[], []];
  G.cells.forEach((mask, cell) => { if (mask !== null) standing[familyOf(mask)].push([G.roles[mask], cell]); });
  const has = (family, role) => standing[family].some(([one]) => one === role);
  if (!has(moved, "C")) return { winner: waiting };
  if (!has(waiting, "C")) return { winner: moved };
  if (!has(waiting, "L")) return { winner: waiting };
  if (!has(moved, "L")) return { winner: moved };
  const palace = waiting === 0 ? 0 : ROWS - 1;
  if (standing[moved].some(([role, cell]) => role === "C" && Math.floor(cell / COLUMNS) === palace)) return { winner: moved };
  if (!standing[waiting].some(([, cell]) => targets(G, cell).length)) return { winner: moved };
  if (G.quiet >= QUIET_LIMIT) return { draw: true };
}

/** What one seat may see: its own roles, and both families' once the game is over. */
function playerView({ G, ctx, playerID }) {
  const { roles, ...seen } = G;
  if (ctx.gameover) return G;
  if (playerID === null || playerID === undefined) return seen;
  const first = Number(playerID) * FAMILY_SIZE;
  return { ...seen, own: roles.slice(first, first + FAMILY_SIZE) };
}

const game = {
  name: "volto",
  setup,
  playerView,
  endIf,
  moves: { play },
  turn: { minMoves: 1, maxMoves: 1 },
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
};

const server = Server({ games: [game], origins: [] });
const [port, apiPort] = process.argv.slice(2).map(Number);
server.run({ port, lobbyConfig: { apiPort } });

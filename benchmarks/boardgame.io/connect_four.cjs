// Random connect four through boardgame.io's local client, counted in seconds of the processor; prints JSON.
const { Client } = require("boardgame.io/client");
const { version } = require("boardgame.io/package.json");

const COLUMNS = 7, ROWS = 6, SLICES = 5, SLICE = Number(process.env.RACE_SLICE || 0.4) * 1e6;

function four(cells, at) {
  const [column, row] = [Math.floor(at / ROWS), at % ROWS];
  const mine = (c, r) => c >= 0 && c < COLUMNS && r >= 0 && r < ROWS && cells[c * ROWS + r] === cells[at];
  return [[1, 0], [0, 1], [1, 1], [1, -1]].some(([right, up]) => {
    let count = 1;
    for (const way of [1, -1])
      for (let step = 1; mine(column + way * right * step, row + way * up * step); step++) count++;
    return count >= 4;
  });
}

const ConnectFour = {
  name: "connect-four",
  setup: () => ({ cells: Array(COLUMNS * ROWS).fill(null), heights: Array(COLUMNS).fill(0), last: -1 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (G.heights[column] >= ROWS) return "INVALID_MOVE";
      G.last = column * ROWS + G.heights[column]++;
      G.cells[G.last] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last >= 0 && four(G.cells, G.last)) return { winner: ctx.currentPlayer };
    if (G.heights.every((height) => height === ROWS)) return { draw: true };
  },
};

function play() {
  const client = Client({ game: ConnectFour, debug: false });
  client.start();
  let moves = 0;
  for (;;) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) break;
    const open = G.heights.flatMap((height, column) => (height < ROWS ? [column] : []));
    client.moves.drop(open[Math.floor(Math.random() * open.length)]);
    moves++;
  }
  client.stop();
  return moves;
}

const spent = (start) => { const { user, system } = process.cpuUsage(start); return user + system; };
play();
const rates = [];
for (let slice = 0; slice < SLICES; slice++) {
  const start = process.cpuUsage();
  let done = 0;
  while (spent(start) < SLICE) done += play();
  rates.push((done / spent(start)) * 1e6);
}
rates.sort((a, b) => a - b);
const speeds = [{ game: "connect_four", what: "play", rate: rates[SLICES >> 1] }];
console.log(JSON.stringify({ version, build: "", speeds }));

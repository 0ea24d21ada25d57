// Connect four, as boardgame.io has its games.
const COLUMNS = 7, ROWS = 6;

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

const openColumns = (G) => G.heights.flatMap((height, column) => (height < ROWS ? [column] : []));

module.exports = { ConnectFour, openColumns };

// Tic-tac-toe without an end: the next free cell is taken, and a full board is cleared.
exports.TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }) => {
      if (!G.cells.includes(null)) G.cells.fill(null);
      G.cells[G.cells.indexOf(null)] = playerID;
    },
  },
};

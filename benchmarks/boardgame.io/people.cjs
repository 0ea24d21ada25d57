// Two people at each of so many tables, over boardgame.io's own client. A move counts when the other one has seen it.
// play PORT TABLES: plays until it is told to stop by a line, then tells what was seen. look PORT TABLES: what is there.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TicTacToe } = require("./game.cjs");

const [what, port, count] = process.argv.slice(2);
const tables = Array.from({ length: Number(count) }, (_, number) => `table-${number}`);
const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
const times = [];

function tell(found) {
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
}

function come(matchID, playerID) {
  const client = Client({ game: TicTacToe, matchID, playerID, multiplayer, debug: false, numPlayers: 2 });
  client.start();
  return client;
}

function play(matchID) {
  const people = [come(matchID, "0"), come(matchID, "1")];
  const table = { matchID, seen: 0 };
  let moved = null;
  for (const [number, person] of people.entries()) {
    person.subscribe((state) => {
      if (!state) return;
      if (moved && number === moved.other && state._stateID > moved.before) {
        times.push(performance.now() - moved.at);
        table.seen = state._stateID;
        moved = null;
      }
      if (!moved && people.every((each) => each.getState()?._stateID === state._stateID)) {
        const mover = Number(state.ctx.currentPlayer);
        moved = { other: 1 - mover, before: state._stateID, at: performance.now() };
        setImmediate(() => people[mover].moves.place());
      }
    });
  }
  return table;
}

if (what === "play") {
  const playing = tables.map(play);
  process.stdin.once("data", () => {
    tell({ times, seen: playing.map((table) => table.seen) });
  });
} else {
  const found = tables.map((matchID) => come(matchID, undefined));
  setTimeout(() => {
    tell(found.map((client) => client.getState()?._stateID ?? 0));
  }, 4000);
}

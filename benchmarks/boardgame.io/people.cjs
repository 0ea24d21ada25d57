// Two people at each of so many tables, over boardgame.io's own client. A move counts when the other one has seen it.
// play PORT TABLES: plays one game after the other until it is told to stop by a line, then tells what was seen.
// look PORT: is told the matches in a line, and tells how far each has come.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { ConnectFour, openColumns } = require("./game.cjs");

const [what, port, count] = process.argv.slice(2);
const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
const times = [], seen = {};
let first = 0, last = 0;

function tell(found) {
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
}

function come(matchID, playerID) {
  const client = Client({ game: ConnectFour, matchID, playerID, multiplayer, debug: false, numPlayers: 2 });
  client.start();
  return client;
}

function play(table, number = 0) {
  const matchID = `table-${table}-${number}`;
  const people = [come(matchID, "0"), come(matchID, "1")];
  let moved = null, over = false;
  for (const [place, person] of people.entries()) {
    person.subscribe((state) => {
      if (!state || over) return;
      if (moved && place === moved.other && state._stateID > moved.before) {
        last = performance.now();
        times.push(last - moved.at);
        seen[matchID] = state._stateID;
        moved = null;
      }
      if (moved || !people.every((each) => each.getState()?._stateID === state._stateID)) return;
      if (state.ctx.gameover) {
        over = true;
        setImmediate(() => {
          people.forEach((each) => each.stop());
          play(table, number + 1);
        });
        return;
      }
      const mover = Number(state.ctx.currentPlayer), open = openColumns(state.G);
      moved = { other: 1 - mover, before: state._stateID, at: performance.now() };
      first ||= moved.at;
      setImmediate(() => people[mover].moves.drop(open[Math.floor(Math.random() * open.length)]));
    });
  }
}

if (what === "play") {
  for (let table = 0; table < Number(count); table++) play(table);
  process.stdin.once("data", () => tell({ times, seen, seconds: (last - first) / 1000 }));
} else {
  let told = "";
  process.stdin.on("data", (part) => (told += part));
  process.stdin.once("end", () => {
    const matches = JSON.parse(told);
    const found = matches.map((matchID) => come(matchID, undefined));
    setTimeout(() => {
      tell(Object.fromEntries(matches.map((matchID, place) => [matchID, found[place].getState()?._stateID ?? 0])));
    }, 4000);
  });
}

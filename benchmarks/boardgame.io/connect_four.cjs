// Random connect four through boardgame.io's local client, counted in seconds of the processor; prints JSON.
const { Client } = require("boardgame.io/client");
const { version } = require("boardgame.io/package.json");
const { ConnectFour, openColumns } = require("./game.cjs");

const SLICES = 5, SLICE = Number(process.env.RACE_SLICE || 0.4) * 1e6;

function play() {
  const client = Client({ game: ConnectFour, debug: false });
  client.start();
  let moves = 0;
  for (;;) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) break;
    const open = openColumns(G);
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

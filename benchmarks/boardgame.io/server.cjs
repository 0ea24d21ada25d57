// A boardgame.io server: port, and a folder to keep matches in; without one they are kept in memory.
const { FlatFile, Server } = require("boardgame.io/server");
const { ConnectFour } = require("./game.cjs");

const [port, folder] = process.argv.slice(2);
const server = Server({ games: [ConnectFour], origins: ["*"], db: folder ? new FlatFile({ dir: folder }) : undefined });
server.run({ port: Number(port), callback: () => console.log("open") });

// A TCP proxy in a process of its own, so that a test can stop it: node proxy-process.mjs <port> of the target on this
// machine. Prints its own port, and ends with whoever started it unless it is stopped. While it is, Linux keeps two
// connections for it and answers no others.
import { connect, createServer } from "node:net";

const server = createServer((client) => {
  const upstream = connect(Number(process.argv[2]), "127.0.0.1");
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ]) {
    one.pipe(other);
    one.on("error", () => {}).once("close", () => other.destroy());
  }
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(server.address().port));
process.stdin.on("end", () => process.exit()).resume();

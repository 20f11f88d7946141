// Customers' pages without browsers. Each message is a task and is answered when it is done:
// { open: { url, ids } }: an event stream for each id; answered once all have had their first state
// { poll: { url, ids, everyMs } }: looks at each id's status for ever; answered once each has been answered once
// "arrivals": which ids were told of as paid, and when;  "close": ends everything
import { Agent, get } from "node:http";
import { connect } from "node:net";

const AT_ONCE = 200;
let arrivals = [];
let sockets = [];
let timers = [];
let failed = 0;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function openPage({ hostname, port }, id) {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.write(`GET /pay/${id}/events HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/event-stream\r\n\r\n`);
    socket.on("data", (chunk) => {
      const text = chunk.latin1Slice();
      if (text.includes('"status":"paid"')) arrivals.push([id, String(process.hrtime.bigint())]);
      if (text.includes("event: state")) resolve();
      else if (text.startsWith("HTTP/1.1") && !text.startsWith("HTTP/1.1 200")) reject(new Error(text.slice(0, 100)));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("a page was closed")));
  });
}

function look({ hostname, port }, id) {
  return new Promise((resolve) => {
    const request = get({ agent, hostname, port, path: `/api/v1/intent-status?id=${id}` }, (answer) => {
      if (answer.statusCode !== 200) failed++;
      answer.resume().on("end", resolve);
    });
    request.on("error", () => {
      failed++;
      resolve();
    });
  });
}

async function inGroups(ids, each) {
  for (let at = 0; at < ids.length; at += AT_ONCE) await Promise.all(ids.slice(at, at + AT_ONCE).map(each));
}

const TASKS = {
  async open({ url, ids }) {
    arrivals = [];
    const target = new URL(url);
    await inGroups(ids, (id) => openPage(target, id));
  },
  async poll({ url, ids, everyMs }) {
    const target = new URL(url);
    await inGroups(ids, (id) => look(target, id));
    const start = (id, n) =>
      setTimeout(() => timers.push(setInterval(look, everyMs, target, id)), (n * everyMs) / ids.length);
    timers.push(...ids.map(start));
  },
  arrivals: () => arrivals,
  close() {
    for (const timer of timers) clearInterval(timer);
    for (const socket of sockets) socket.removeAllListeners("close").destroy();
    agent.destroy();
    [timers, sockets] = [[], []];
    return { failed };
  },
};

process.on("message", async (message) => {
  const [name, task] = typeof message === "string" ? [message] : Object.entries(message)[0];
  try {
    process.send({ done: (await TASKS[name](task)) ?? null });
  } catch (error) {
    process.send({ failed: error.message });
  }
});
process.on("disconnect", () => process.exit());
process.send("ready");

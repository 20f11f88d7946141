// Readers of the event feed. Each message is a task and is answered when it is done:
// { open: { url, keys, perKey } }: so many readers with each key, from the newest event on; answered once all have
// begun
// "arrivals": which events were received, and when
// "last": no further polls; answered once all of them are answered
import { Agent, get } from "node:http";

const WAIT_SECONDS = 25;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
let arrivals = [];
let readers = [];
let isLast = false;
let failed = 0;

function poll({ hostname, port }, key, query) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const request = get({ agent, hostname, port, path: `/api/v1/events?${query}`, headers }, (answer) => {
      const at = String(process.hrtime.bigint());
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode, text, at }));
    });
    request.on("error", reject);
  });
}

async function follow(target, key, first) {
  let after = first;
  for (;;) {
    const { status, text, at } = await poll(target, key, `after=${after}&wait=${WAIT_SECONDS}`);
    if (status !== 200) throw new Error(`a reader was answered ${status}: ${text}`);
    const { data, next } = JSON.parse(text);
    for (const { id } of data) arrivals.push([id, at]);
    after = next ?? "latest";
    if (isLast) return at;
  }
}

const TASKS = {
  async open({ url, keys, perKey }) {
    const target = new URL(url);
    arrivals = [];
    isLast = false;
    for (const key of keys) {
      const { text } = await poll(target, key, "after=latest");
      const { next } = JSON.parse(text);
      for (let n = 0; n < perKey; n++) {
        readers.push(
          follow(target, key, next ?? "latest").catch((error) => {
            console.error(error.message);
            failed++;
            return null;
          }),
        );
      }
    }
  },
  async arrivals() {
    const known = arrivals;
    arrivals = [];
    return known;
  },
  async last() {
    isLast = true;
    const ends = (await Promise.all(readers)).filter((at) => at !== null);
    readers = [];
    return { failed, at: ends.reduce((latest, at) => (BigInt(at) > BigInt(latest) ? at : latest), "0") };
  },
};

process.on("message", async (message) => {
  const [name, input] = typeof message === "string" ? [message] : Object.entries(message)[0];
  try {
    process.send({ done: (await TASKS[name](input)) ?? null });
  } catch (error) {
    process.send({ failed: error.message });
  }
});
process.on("disconnect", () => process.exit());
process.send("ready");

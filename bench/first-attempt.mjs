import { Client } from "undici";
import { milliseconds, percentile } from "./lib/numbers.mjs";
import { startReceiver } from "./lib/receiver.mjs";
import { CREATE_BODIES, CREATE_PATH } from "./lib/requests.mjs";
import { interleave, medianOf } from "./lib/rounds.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";
import { sleep, waitFor } from "./lib/wait.mjs";

const CREATES = 100;
const SPACING_MS = 20;

/** From a create's answer, which follows its commit, to the arrival of its event at the merchant's backend. */
export async function firstAttempt(bench) {
  const { url } = await bench.database();
  const receiver = await startReceiver(bench, "record");
  const { key } = await bench.till.makeMerchant(url, [`${receiver.url}/hook`]);
  const service = await startService(bench, url, { JOBS_DRIVER: "embedded" });
  const client = new Client(service.url);
  bench.onEnd(() => client.close());
  await createInTurn(client, key, receiver);

  const { ours } = await interleave(bench, { ours: () => createInTurn(client, key, receiver) });
  const p95 = medianOf(ours, "p95Ms");
  return [
    row({
      path: "commit → first attempt, embedded engine, p95",
      measured: `${milliseconds(p95)} (p50 ${milliseconds(medianOf(ours, "p50Ms"))})`,
      value: p95,
      wanted: atMost(100, "ms"),
    }),
  ];
}

async function createInTurn(client, key, receiver) {
  const answered = new Map();
  const creating = [];
  for (let n = 0; n < CREATES; n++) {
    creating.push(createOne(client, key, CREATE_BODIES[n]).then(({ id, at }) => answered.set(id, at)));
    await sleep(SPACING_MS);
  }
  await Promise.all(creating);
  const arrived = new Map();
  await waitFor("every first attempt", async () => {
    for (const [id, at] of await receiver.arrivals()) arrived.set(id, at);
    return [...answered.keys()].every((id) => arrived.has(id));
  });
  // an attempt may be there before the answer has been read: that is no time at all
  const waits = [...answered].map(([id, at]) => Math.max(0, Number(arrived.get(id) - at) / 1e6));
  return { p50Ms: percentile(waits, 50), p95Ms: percentile(waits, 95) };
}

async function createOne(client, key, body) {
  const answer = await client.request({
    method: "POST",
    path: CREATE_PATH,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body,
  });
  const text = await answer.body.text();
  const at = process.hrtime.bigint();
  if (answer.statusCode !== 200) throw new Error(`a create was answered ${answer.statusCode}: ${text}`);
  return { id: JSON.parse(text).intent.id, at };
}

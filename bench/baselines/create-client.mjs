// Stands in for pgbench where there is none: the transaction of create.pgbench.sql by postgres.js, one connection each.
// Arguments: database URL, key hash in hex, clients, seconds. Says transactions per second and p99.
import { connect } from "../lib/connect.mjs";
import { percentile } from "../lib/numbers.mjs";
import { createOne } from "./create-transaction.mjs";

const [url, hash, clients, seconds] = process.argv.slice(2);
const connections = Array.from({ length: Number(clients) }, () => connect(url, 1));
const latencies = [];

async function keepCreating(sql, until) {
  while (performance.now() < until) {
    const started = performance.now();
    await createOne(sql, hash);
    latencies.push(performance.now() - started);
  }
}

process.on("disconnect", () => process.exit());
const began = performance.now();
await Promise.all(connections.map((sql) => keepCreating(sql, began + Number(seconds) * 1_000)));
const took = (performance.now() - began) / 1_000;
process.send({ perSecond: latencies.length / took, p99Ms: percentile(latencies, 99) });
await Promise.all(connections.map((sql) => sql.end()));

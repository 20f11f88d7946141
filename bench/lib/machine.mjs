import os from "node:os";
import { hasPgbench } from "./pgbench.mjs";

const loadAtStart = os.loadavg()[0] ?? 0;

/** What a reader has to know beside the figures, in a few sentences. */
export function describeMachine({ rounds, seconds, scale, cluster, load }) {
  const { version, durable } = cluster.facts;
  const cpus = os.cpus();
  const remarks = [
    `${cpus.length} × ${cpus[0]?.model ?? "CPU"}, Node ${process.version}, PostgreSQL ${version}, load average ${loadAtStart.toFixed(1)} before.`,
    `Load by ${load}; ${hasPgbench ? "pgbench" : "NO pgbench on the PATH: a postgres.js client stood in for it"}.`,
    durable
      ? "Durable commits."
      : "COMMITS ARE NOT DURABLE (fsync or synchronous_commit is off): these figures mean nothing.",
    `Medians of ${rounds} interleaved rounds of ${seconds} s.`,
  ];
  if (rounds < 3) remarks.push("Fewer than three rounds: for a look, not for the record.");
  if (scale < 1) remarks.push(`Seeded with ${scale} of the full number of rows: for a look, not for the record.`);
  return remarks.join(" ");
}

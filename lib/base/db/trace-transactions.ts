import type postgres from "postgres";
import { inSpan } from "@/lib/base/process/tracing";

type Sql = postgres.Sql<{ bigint: bigint }>;

const SPAN = { kind: "client", onlyInside: true, attributes: () => ({ "db.system.name": "postgresql" }) } as const;

/** Makes each of a pool's transactions a span, without its statements. Those outside of any trace have none. */
export function traceTransactions(sql: Sql): void {
  const begin = sql.begin as (...args: unknown[]) => Promise<unknown>;
  const traced = (...args: unknown[]) => inSpan("transaction", SPAN, () => begin(...args));
  sql.begin = traced as Sql["begin"];
}

import { randomBytes, randomUUID } from "node:crypto";
import { bookLines } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";

type Line = typeof bookLines.$inferInsert;

export type LineDraft = Pick<Line, "kind" | "micros"> &
  Partial<Omit<Line, "kind" | "micros" | "merchantId" | "environment" | "number" | "occurredAt">> & {
    /** UTC */
    at: string;
  };

/** Lines of the books as the bookkeeper would write them, numbered from 1 in the order of the drafts. */
export async function writeLines(
  { db, merchantId, environment }: Pick<MemberContext, "db" | "merchantId" | "environment">,
  drafts: LineDraft[],
): Promise<void> {
  const lines = drafts.map(({ at, ...draft }, index) => ({
    asset: draft.kind === "fee" ? ("TRX" as const) : ("USDT" as const),
    network: environment === "live" ? "tron-mainnet" : "sandbox",
    txHash: randomBytes(32).toString("hex"),
    bookedAt: new Date(at),
    sourceId: randomUUID(),
    ...draft,
    merchantId,
    environment,
    number: index + 1,
    occurredAt: new Date(at),
  }));
  for (let start = 0; start < lines.length; start += 500) {
    await db.orm.insert(bookLines).values(lines.slice(start, start + 500));
  }
}

import { beforeAll, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { readBooks } from "@/lib/settlement/books/book-export";
import { readLines } from "@/lib/settlement/books/read-lines";
import { sumLines } from "@/lib/settlement/books/reconcile";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { rowsReadBy } from "@/tests/support/plans";

/** Lines of each of 90 days. */
const DAILY = 400;
const MARCH = { from: "2026-03-01", to: "2026-03-31" };

let ctx: MemberContext;

beforeAll(async () => {
  const { sql } = database();
  const merchant = await createMerchantFixture();
  ctx = await memberContext(merchant);
  await sql`
    insert into book_lines (merchant_id, environment, number, kind, occurred_at, asset, micros, currency, value_minor, rate,
                            rate_source, network, tx_hash, source_id, terminal_id)
    select ${ctx.merchantId}, 'sandbox', n, 'sale', timestamptz '2026-02-01' + n * interval '1 day' / ${DAILY}::int, 'USDT', n,
           'EUR', n, '1', 'manual', 'sandbox', md5(n::text), gen_random_uuid(), ${merchant.terminalId}
      from generate_series(1, 90 * ${DAILY}::int) n`;
});

const within = (tx: unknown): MemberContext => ({ ...ctx, db: { ...ctx.db, sql: tx as MemberContext["db"]["sql"] } });

describe("of many lines", () => {
  it.each([0, 0.5, 0.99])("a page reads little more than it has, %d of the way through a month", async (part) => {
    const number = Math.floor(DAILY * (28 + 31 * part));
    const [line] = await database().sql<[{ at: string }]>`
      select occurred_at::text as at from book_lines where merchant_id = ${ctx.merchantId} and number = ${number}`;
    const after = part === 0 ? undefined : { at: line.at, number };
    const read = await rowsReadBy("book_lines", async (tx) => {
      const rows = await readLines(within(tx), { ...MARCH, after, limit: 100 });
      expect(rows.map((row) => row.number)).toEqual(
        Array.from({ length: 100 }, (_, n) => number + n + (part === 0 ? 0 : 1)),
      );
    });
    expect(read).toBeLessThan(250);
  });

  it("the sums of a month read that month only", async () => {
    const read = await rowsReadBy("book_lines", async (tx) => {
      const [sum] = await sumLines(within(tx), MARCH);
      expect(sum?.lines).toBe(31 * DAILY);
    });
    expect(read).toBeLessThan(33 * DAILY);
  });

  it("an export has each line once", async () => {
    let lines = 0;
    for await (const piece of readBooks(ctx, { ...MARCH, zone: "UTC", now: new Date() })) {
      if ("lines" in piece) lines += piece.lines.length;
    }
    expect(lines).toBe(31 * DAILY);
  });
});

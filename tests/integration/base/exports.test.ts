import { beforeAll, describe, expect, it } from "vitest";
import { describeEntry } from "@/components/audit/describe-entry";
import { paymentStatus } from "@/components/payments/payment-labels";
import { exportAudit } from "@/lib/base/audit/export";
import { AuditFilter } from "@/lib/base/audit/filter";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { CSV_STYLES } from "@/lib/base/exports/formats";
import { guardFormula } from "@/lib/base/exports/guard-formula";
import type { Cell, Column, Table } from "@/lib/base/exports/table";
import { decimalFromMicros } from "@/lib/base/values/money";
import { createTerminal } from "@/lib/business/terminals/create";
import { exportPayments } from "@/lib/payments/lists/export";
import { NO_FILTER } from "@/lib/payments/lists/filter";
import { takings } from "@/lib/payments/reports/takings";
import { exportTakings } from "@/lib/payments/reports/takings-export";
import { chooseExportFormat } from "@/lib/people/accounts/choose-export-format";
import { findSession } from "@/lib/people/accounts/find-session";
import { exportBooks } from "@/lib/settlement/books/book-export";
import { exportFunds } from "@/lib/settlement/funds/funds-export";
import { writeLines } from "@/tests/support/book-lines";
import { HOSTILE_TEXTS } from "@/tests/support/hostile-texts";
import { liveMerchant, randomAddresses, turnLiveOn } from "@/tests/support/live";
import { makePayments } from "@/tests/support/payments";
import { CSV_FORMATS, cellsOf, readCsv, readXlsx } from "@/tests/support/read-exports";

turnLiveOn();

const ZONE = "Asia/Kathmandu";
const HASH = "c0ffee".padEnd(64, "0");

/** A business whose every text is hostile: its people's and terminals' names, references and metadata. */
async function hostileShop() {
  const { sql } = database();
  const merchant = await liveMerchant({ wallet: randomAddresses(3) });
  const ctx: MemberContext = { ...merchant.member, environment: "sandbox" };
  const payments = await makePayments(
    merchant,
    HOSTILE_TEXTS.map((reference, index) => ({ reference, amountMicros: BigInt(index + 1) * 1_000_001n })),
  );
  await writeLines(
    ctx,
    payments.map(({ id, amountMicros }) => ({
      kind: "sale",
      at: "2026-03-01T10:00:00Z",
      micros: amountMicros,
      intentId: id,
      terminalId: merchant.terminalId,
      ...{ currency: "EUR", valueMinor: -2_490n, rate: "1.0895", rateSource: "quote" },
    })),
  );
  for (const [index, { id }] of payments.entries()) {
    await sql`update payment_intents set metadata = ${sql.json({ note: HOSTILE_TEXTS[index] ?? "" })} where id = ${id}`;
  }
  await sql`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${merchant.merchantId}, ${payments[0]?.id ?? null}, 'tron-nile', ${`0x${HASH}`}, 0, 1, now(), true)`;
  for (const name of HOSTILE_TEXTS) {
    await sql`
      insert into audit_log (merchant_id, actor_type, actor_id, action, target_type, target_id, before, after)
      values (${merchant.merchantId}, 'user', ${ctx.actor.userId}, 'terminal.updated', 'terminal', ${merchant.terminalId},
              ${sql.json({ name: "Bar" })}, ${sql.json({ name })})`;
  }
  const terminal = await createTerminal(ctx, { name: "Bar" });
  await sql`update terminals set name = ${"a\n=1+1"} where id = ${terminal.id}`;
  await sql`update terminals set name = ${"b\r=1+1"} where id = ${merchant.terminalId}`;
  await sql`update users set name = ${"c\r\n=1+1"} where id = ${ctx.actor.userId}`;
  await sql`
    update receive_addresses set balance_micros = 1234567, balance_at = now() where merchant_id = ${merchant.merchantId}`;
  return ctx;
}

type Export = (ctx: MemberContext) => Table | Promise<Table>;

const EXPORTS: [string, number, Export][] = [
  [
    "payments",
    HOSTILE_TEXTS.length,
    (ctx) =>
      exportPayments(ctx, {
        filter: NO_FILTER,
        zone: ZONE,
        label: (payment) => paymentStatus(payment).label,
        chunk: 7,
      }),
  ],
  ["takings", 62, async (ctx) => exportTakings([await takings(ctx, { from: "2026-03-01", to: "2026-03-31" })])],
  [
    "the books",
    HOSTILE_TEXTS.length + 4,
    (ctx) => exportBooks(ctx, { from: "2026-03-01", to: "2026-03-31", zone: ZONE, now: new Date(0), chunk: 7 }),
  ],
  ["the funds", 3, (ctx) => exportFunds(ctx, { zone: ZONE })],
  [
    "the audit log",
    HOSTILE_TEXTS.length,
    (ctx) =>
      exportAudit(ctx, AuditFilter.parse({ action: "terminal.updated" }), {
        timeZone: ZONE,
        formatEntry: describeEntry,
      }),
  ],
];

let shop: MemberContext;
beforeAll(async () => {
  shop = await hostileShop();
});

describe.each(EXPORTS)("the export of %s", (_, count, make) => {
  it.each(CSV_FORMATS)("is read back cell by cell from %s", async (format) => {
    const table = await make(shop);
    const cells = await cellsOf(table);
    expect(cells).toHaveLength(count);
    const { decimalMark } = CSV_STYLES[format];
    const written = ({ kind }: Column, cell: Cell) => {
      if (cell === null) return "";
      if (kind === "amount") return decimalFromMicros(cell as bigint).replace(".", decimalMark);
      if (kind === "decimal") return String(cell).replace(".", decimalMark);
      return kind === "text" ? guardFormula(String(cell)) : String(cell);
    };
    const expected = cells.map((row) => table.columns.map((column, index) => written(column, row[index] ?? null)));
    const read = await readCsv({ ...table, pieces: [cells] }, format);
    expect(read).toEqual([table.columns.map(({ name }) => name), ...expected]);
    const figures = new Set(table.columns.flatMap(({ kind }, index) => (kind === "text" ? [] : index)));
    const texts = read.slice(1).flatMap((row) => row.filter((_, index) => !figures.has(index)));
    expect(texts.filter((text) => /^\s*[=@＝＋－＠]|^\s*[+-](?![\d .,()]*$)/.test(text))).toEqual([]);
  });

  it("is read back cell by cell from XLSX, with figures as numbers and times as dates", async () => {
    const table = await make(shop);
    const cells = await cellsOf(table);
    const written = ({ kind }: Column, cell: Cell) => {
      if (cell === null || cell === "") return null;
      if (kind === "amount") return Number(decimalFromMicros(cell as bigint));
      if (kind === "decimal") return Number(cell);
      return kind === "text" || kind === "count" ? cell : expect.any(Date);
    };
    const expected = cells.map((row) => table.columns.map((column, index) => written(column, row[index] ?? null)));
    const [sheet, ...others] = await readXlsx({ ...table, pieces: [cells] });
    expect(sheet?.data.slice(1)).toEqual(expected);
    expect(others).toEqual([]);
  });
});

describe("what exports hold", () => {
  it("are hashes without 0x", async () => {
    const [, , make] = EXPORTS[0] as (typeof EXPORTS)[0];
    const table = await make(shop);
    const place = table.columns.findIndex(({ name }) => name === "transaction_hash");
    const hashes = (await cellsOf(table)).map((row) => row[place]).filter(Boolean);
    expect(hashes).toEqual([HASH]);
  });

  it("is saved as what the person chose last, in every business", async () => {
    const { member } = await liveMerchant({ wallet: randomAddresses(1) });
    const { sql } = database();
    const [session] = await sql<[{ id: string }]>`
      insert into user_sessions (user_id, version, address, user_agent, last_seen_at, expires_at)
      select id, session_version, '', '', now(), now() + interval '1 day' from users where id = ${member.actor.userId} returning id`;
    const chosen = async () => (await findSession(member, session.id))?.exportFormat;
    expect(await chosen()).toBe("csv");
    await chooseExportFormat({ ...member, merchantId: null, sessionId: session.id }, { format: "csv_decimal_comma" });
    expect(await chosen()).toBe("csv_decimal_comma");
  });
});

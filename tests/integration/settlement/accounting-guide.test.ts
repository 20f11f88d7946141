import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hexFromTron } from "@/lib/base/tron/address";
import { microsFromDecimal } from "@/lib/base/values/money";
import { exportBooks } from "@/lib/settlement/books/book-export";
import { type PresentedLine, presentLine } from "@/lib/settlement/books/present-line";
import { readLines } from "@/lib/settlement/books/read-lines";
import { type LineDraft, writeLines } from "@/tests/support/book-lines";
import { hasHledger, hledger } from "@/tests/support/hledger";
import { liveMerchant, turnLiveOn } from "@/tests/support/live";
import { readCsv, textOf } from "@/tests/support/read-exports";
import { happen } from "@/tests/support/worked-example";

turnLiveOn();

const guide = readFileSync("docs/accounting.md", "utf8");
const example = guide.slice(guide.indexOf("## Example"));
const ADDRESS = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";
const MONTH = { from: "2026-03-01", to: "2026-03-31", zone: "Europe/Lisbon", now: new Date("2026-04-01T08:00:00Z") };

type Row = Record<string, string>;

/** The rows of the table below a heading, by the names of its columns. */
function tableOf(text: string): Row[] {
  const [names = [], , ...rows] = text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
}

const signed = (text: string, read: (digits: string) => bigint | null) =>
  text.startsWith("-") ? -(read(text.slice(1)) as bigint) : (read(text) as bigint);
const cents = (text = "") => (text === "" ? null : signed(text, (digits) => BigInt(digits.replace(".", ""))));

function toDraft(row: Row): LineDraft {
  return {
    kind: row.kind as LineDraft["kind"],
    at: `${row.date}T12:00:0${Number(row.number) % 10}Z`,
    micros: signed(row.quantity ?? "", microsFromDecimal),
    currency: "EUR",
    valueMinor: cents(row.value),
    rate: row.rate || null,
    rateSource: (row.rate_source || null) as LineDraft["rateSource"],
    reversedValueMinor: cents(row.reversed_value),
    reverses: row.reverses ? Number(row.reverses) : null,
    address: hexFromTron(ADDRESS),
  };
}

describe("the guide to accounting", () => {
  it("names every column and every kind, in their order", async () => {
    const { member } = await liveMerchant();
    const [names] = await readCsv(exportBooks(member, MONTH));
    const columns = tableOf(guide.slice(guide.indexOf("## Columns"), guide.indexOf("## Values")));
    expect(columns.map(({ Column }) => Column?.replaceAll("`", ""))).toEqual(names);
    const [definition] = await member.db.sql<[{ text: string }]>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'book_lines_kind'`;
    const kinds = tableOf(guide.slice(guide.indexOf("## Lines"), guide.indexOf("## Columns")));
    expect(kinds.map(({ Kind }) => Kind?.replaceAll("`", "")).sort()).toEqual(
      [...definition.text.matchAll(/'(\w+)'/g)].map(([, kind]) => kind).sort(),
    );
  });

  it("has an example that is exported as it says", async () => {
    const { member } = await liveMerchant();
    await member.db.sql`update merchants set time_zone = ${MONTH.zone} where id = ${member.merchantId}`;
    const rows = tableOf(example);
    await writeLines(member, rows.map(toDraft));
    const table = exportBooks(member, MONTH);
    const [names = [], ...cells] = await readCsv(table);
    const lines = cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
    const shown = Object.keys(rows[0] ?? {});
    const exported = lines.filter(({ number }) => number !== "");
    expect(exported.map((line) => Object.fromEntries(shown.map((name) => [name, line[name]])))).toEqual(rows);
    const checks = lines.filter(({ number }) => number === "").map(({ kind }) => kind as string);
    const described = tableOf(guide.slice(guide.indexOf("## Reconciliation"), guide.indexOf("## Import into hledger")));
    expect(described.map(({ Kind }) => Kind?.replaceAll("`", ""))).toEqual([...new Set(checks)]);
  });

  it("has an example that is booked as it says, from what happened", async () => {
    const merchant = await liveMerchant();
    const { member } = merchant;
    await member.db.sql`update merchants set time_zone = ${MONTH.zone} where id = ${member.merchantId}`;
    await happen(member, merchant.terminalId, hexFromTron(merchant.addresses[0] ?? "") as string);
    const [{ today }] = await member.db.sql<[{ today: string }]>`
      select (now() at time zone ${MONTH.zone})::date::text as today`;
    const rows = tableOf(example);
    const shown = Object.keys(rows[0] ?? {});
    const booked = await readLines(member, { from: "2026-01-01", to: today, limit: 100 });
    const lines = booked.map(presentLine).toSorted((a, b) => a.number - b.number);
    const cells = lines.map((line) =>
      Object.fromEntries(shown.map((name) => [name, String(line[name as keyof PresentedLine] ?? "")])),
    );
    // a correction is dated when it was made, which is today
    const expected = rows.map((row) => (row.number === "8" || row.number === "9" ? { ...row, date: today } : row));
    expect(cells).toEqual(expected);
  });

  it.skipIf(!hasHledger())("has an example that balances in hledger as it says", async () => {
    const { member } = await liveMerchant();
    await writeLines(member, tableOf(example).map(toDraft));
    const [, shown] = /```text\n([\s\S]+?)```/.exec(example) ?? [];
    expect(hledger(await textOf(exportBooks(member, MONTH)), "balance", "--flat", "--no-total")).toBe(shown);
  });
});

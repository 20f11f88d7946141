import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CSV_STYLES, EXPORT_FORMATS, readExportFormat } from "@/lib/base/exports/formats";
import { guardFormula } from "@/lib/base/exports/guard-formula";
import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import { writeExport } from "@/lib/base/exports/write-export";
import { HOSTILE_TEXTS } from "@/tests/support/hostile-texts";
import { bytesOf, CSV_FORMATS, readCsv, readXlsx, textOf } from "@/tests/support/read-exports";

const text = columns([
  ["text", "text"],
  ["next", "text"],
]);
const texts = (...values: string[]): Table => ({
  title: "Texts",
  columns: text,
  zone: null,
  pieces: [values.map((value) => [value, "next"])],
});

describe("a formula", () => {
  it.each([
    "=1+1",
    "+1+1",
    "-1-1",
    "+49-30-123",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "\u200b=1",
    "＝1",
    "-x",
    "+cmd|'/c calc'!A0",
    "-1+cmd()",
    "=",
    "@x",
  ])("that %j would be gets an apostrophe", (value) => {
    expect(guardFormula(value)).toBe(`'${value}`);
  });

  it("is also what another reader would split off at a semicolon", () => {
    expect(guardFormula("x;=1+1; @y")).toBe("x;'=1+1;' @y");
  });

  it.each([
    "",
    "-",
    "+",
    "-1",
    "+49",
    "+49 30 123456",
    "+49 (30) 123456",
    "-12.50",
    "-1,234.5",
    "a-b",
    "1+1",
    "a=b",
    "x; -5",
  ])("isn't seen in %j", (value) => {
    expect(guardFormula(value)).toBe(value);
  });
});

describe("CSV", () => {
  it.each(CSV_FORMATS)("as %s has one row and the same cells for each text that could tear it", async (format) => {
    const rows = await readCsv(texts(...HOSTILE_TEXTS), format);
    expect(rows).toEqual([["text", "next"], ...HOSTILE_TEXTS.map((value) => [guardFormula(value), "next"])]);
  });

  it("quotes a lone line feed and a lone carriage return", async () => {
    expect(await textOf(texts("a\n=1+1", "b\rc"))).toBe('text,next\r\n"a\n=1+1",next\r\n"b\rc",next\r\n');
  });

  it("has the separator and the decimal mark of its reader, and no quotes or apostrophes around figures", async () => {
    const table: Table = {
      title: "Sums",
      zone: null,
      columns: columns([
        ["amount", "amount"],
        ["count", "count"],
        ["reference", "text"],
        ["price", "decimal"],
      ]),
      pieces: [[[-1_234_567_891n, -3, "1.5", "24.90"]], [[5_000_000n, null, "a,b", null]]],
    };
    expect(await textOf(table, "csv")).toBe(
      'amount,count,reference,price\r\n-1234.567891,-3,1.5,24.90\r\n5,,"a,b",\r\n',
    );
    expect(await textOf(table, "csv_decimal_comma")).toBe(
      "amount;count;reference;price\r\n-1234,567891;-3;1.5;24,90\r\n5;;a,b;\r\n",
    );
    expect(await textOf(table, "csv_semicolon")).toBe(
      "amount;count;reference;price\r\n-1234.567891;-3;1.5;24.90\r\n5;;a,b;\r\n",
    );
  });

  it("has decimals with all their places", async () => {
    const table: Table = {
      title: "Values",
      zone: null,
      columns: columns([["value", "decimal"]]),
      pieces: [[["-24.90"], ["2490"], ["0.00060606060606060606060606"], [null]]],
    };
    const written = "value\r\n-24.90\r\n2490\r\n0.00060606060606060606060606\r\n\r\n";
    expect(await textOf(table, "csv")).toBe(written);
    expect(await textOf(table, "csv_decimal_comma")).toBe(written.replaceAll(".", ","));
  });

  it("begins with a byte order mark, once", async () => {
    const bytes = await bytesOf(texts("a", "b"), "csv");
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.lastIndexOf(Buffer.from("\uFEFF"))).toBe(0);
  });
});

describe("XLSX", () => {
  it("has decimals as numbers, and as text where a number would lose digits", async () => {
    const values = [
      "-24.90",
      "2490",
      "123456789012.345",
      "0.000606060606",
      "1234567890123.456",
      "0.00060606060606060606",
    ];
    const [sheet] = await readXlsx({
      title: "Values",
      zone: null,
      columns: columns([["value", "decimal"]]),
      pieces: [values.map((value) => [value])],
    });
    const read = [-24.9, 2490, 123456789012.345, 0.000606060606, "1234567890123.456", "0.00060606060606060606"];
    expect(sheet?.data.slice(1).flat()).toEqual(read);
  });

  it("has each text as it is, in one cell, and none is a formula", async () => {
    const [sheet] = await readXlsx(texts(...HOSTILE_TEXTS));
    expect(sheet?.sheet).toBe("Texts");
    expect(sheet?.data).toEqual([["text", "next"], ...HOSTILE_TEXTS.map((value) => [value, "next"])]);
  });

  it("has figures as numbers, days and times as dates with the zone in the heading, and nothing as nothing", async () => {
    const table: Table = {
      title: "Sums",
      zone: "Asia/Kathmandu",
      columns: columns([
        ["reference", "text"],
        ["amount", "amount"],
        ["count", "count"],
        ["at", "time"],
        ["day", "day"],
      ]),
      pieces: [
        [["00123", -999_999_999_999_999n, 7, "2026-03-01T12:34:56.000+05:45", "2026-03-01"]],
        [["1.50", 1n, 0, "2026-07-01T00:00:00Z", "2024-02-29"]],
        [[null, null, null, null, null]],
        [["", 0n, null, null, null]],
      ],
    };
    const [sheet] = await readXlsx(table);
    expect(sheet?.data).toEqual([
      ["reference", "amount", "count", "at (Asia/Kathmandu)", "day"],
      ["00123", -999_999_999.999999, 7, new Date("2026-03-01T12:34:56Z"), new Date("2026-03-01T00:00:00Z")],
      ["1.50", 0.000001, 0, new Date("2026-07-01T00:00:00Z"), new Date("2024-02-29T00:00:00Z")],
      [null, null, null, null, null],
      [null, 0, null, null, null],
    ]);
  });

  it("has decimals as numbers, and as text those that a number would round", async () => {
    const decimals = ["24.90", "2490", "999999999999.999", "0.000606060606060606060606"];
    const [sheet] = await readXlsx({
      title: "Prices",
      zone: null,
      columns: columns([["price", "decimal"]]),
      pieces: [decimals.map((decimal) => [decimal])],
    });
    expect(sheet?.data.slice(1).map(([cell]) => cell)).toEqual([
      24.9,
      2_490,
      999_999_999_999.999,
      "0.000606060606060606060606",
    ]);
  });

  it("cuts a text that Excel would call damage", async () => {
    const [sheet] = await readXlsx(texts("x".repeat(40_000)));
    expect(sheet?.data[1]?.[0]).toBe(`${"x".repeat(32_766)}…`);
  });
});

describe("an export", () => {
  it.each(EXPORT_FORMATS)("as %s reads rows no further than its reader, and ends them with it", async (format) => {
    let [read, ended] = [0, false];
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) yield [[`row ${++read} ${Math.sqrt(read)}`, "next"]];
      } finally {
        ended = true;
      }
    }
    const reader = writeExport(
      { title: "Texts", columns: text, zone: null, pieces: endless() },
      format,
    ).bytes.getReader();
    for (let chunk = 0; chunk < 3; chunk++) await reader.read();
    await reader.cancel();
    await expect.poll(() => ended).toBe(true);
    const last = read;
    await new Promise(setImmediate);
    expect(read).toBe(last);
  });

  it.each(EXPORT_FORMATS)("as %s fails where its rows fail", async (format) => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      yield [["a", "next"]];
      throw new Error("the database is away");
    }
    const failed = bytesOf({ title: "Texts", columns: text, zone: null, pieces: failing() }, format);
    await expect(failed).rejects.toThrow("the database is away");
  });

  it.each(EXPORT_FORMATS)("as %s lets others have their turn within a piece", async (format) => {
    const piece = Array.from({ length: 20_000 }, (_, row) => [`row ${row} ${Math.sqrt(row)}`, "x".repeat(200)]);
    let [turns, done] = [0, false];
    const others = () => {
      turns += 1;
      if (!done) setImmediate(others);
    };
    setImmediate(others);
    await bytesOf({ title: "Texts", columns: text, zone: null, pieces: [piece] }, format);
    done = true;
    expect(turns).toBeGreaterThan(10);
  });

  it("is written by one writer, whatever it holds", () => {
    const sources = ["app", "components", "lib"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
    );
    const files = sources
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [file, readFileSync(file, "utf8")] as const);
    const saying = (words: RegExp) => files.flatMap(([file, source]) => (words.test(source) ? file : [])).toSorted();
    expect(saying(/from "(csv-stringify|hucre)/)).toEqual([
      "lib/base/exports/write-csv.ts",
      "lib/base/exports/write-xlsx.ts",
    ]);
    expect(saying(/text\/csv|spreadsheetml/)).toEqual(["lib/base/exports/write-export.ts"]);
    const routes = files.map(([file]) => file).filter((file) => /\/export\/([a-z]+\/)?route\.ts$/.test(file));
    expect(routes).toHaveLength(6);
    expect(saying(/= exportResponse|exportResponse\(|reportExport\(/)).toEqual(expect.arrayContaining(routes));
  });

  it("is CSV with commas unless it is asked for otherwise", () => {
    expect(readExportFormat(null)).toBe("csv");
    expect(EXPORT_FORMATS.map(readExportFormat)).toEqual([...EXPORT_FORMATS]);
    expect(["", "CSV", "ods", "__proto__"].map(readExportFormat)).toEqual([null, null, null, null]);
    expect(CSV_STYLES[readExportFormat("csv_decimal_comma") as "csv"]).toEqual({ separator: ";", decimalMark: "," });
  });
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseCsv } from "hucre/csv";

const RULES = path.resolve("examples/hledger/till.rules");

/** Whether the tests that need hledger run. They always do in CI, and fail there without it. */
export function hasHledger(): boolean {
  const isInstalled = !spawnSync("hledger", ["--version"]).error;
  if (!isInstalled && !process.env.CI)
    console.warn("\n*** hledger is missing: the accounting export is NOT tested ***\n");
  return isInstalled || Boolean(process.env.CI);
}

/** What hledger prints of an accounting export, read by the rules that come with Till. */
export function hledger(csv: string, ...command: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "till-hledger-"));
  try {
    const file = path.join(folder, "accounting.csv");
    writeFileSync(file, csv);
    const { status, stdout, stderr, error } = spawnSync("hledger", ["-f", file, "--rules-file", RULES, ...command], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8", HOME: folder },
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error || status !== 0) throw new Error(`hledger failed: ${error ?? stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The balances in hledger as `account commodity` with their amounts, without zeros at their end. */
export function hledgerBalances(csv: string): Record<string, string> {
  const printed = hledger(csv, "balance", "--flat", "--no-total", "-O", "csv", "--layout", "bare");
  const [, ...rows] = parseCsv(printed, { typeInference: false }) as string[][];
  return Object.fromEntries(
    rows.map(([account, commodity, balance]) => [`${account} ${commodity}`, plain(balance ?? "")]),
  );
}

/** `-24.90` → `-24.9` */
export function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

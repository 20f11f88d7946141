import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { accountLabel } from "@/components/audit/account-labels";
import { describeChanges, formatChange } from "@/components/audit/change-labels";
import { targetHref } from "@/components/audit/describe-entry";
import {
  ACCOUNT_ACTIONS,
  AUDIT_FIELDS,
  type AuditField,
  type AuditTarget,
  MERCHANT_ACTIONS,
} from "@/lib/base/audit/actions";
import type { AuditEntry } from "@/lib/base/audit/select";
import { may, type Permission, rolesWith } from "@/lib/base/values/permissions";
import { auditMessages } from "@/lib/service/messages/en/audit";

const ID = "3f9a1b2c-0d4e-4f5a-8b6c-7d8e9f0a1b2c";
const DIGEST = "b94d27b9934d3eb0a52e52d7b94d27b9934d3eb0a52e52d7b94d27b9934d3eb0";
const plain = (text: string) => text.replaceAll("\u00a0", " ");

/** A value of each field as the code records it, and how a reader sees it; null: not shown. */
const SAMPLES: Record<AuditField, [value: unknown, shown: string | null]> = {
  name: ["Bar", "Name: Bar"],
  owner: ["ana@shop.example", "Owner: ana@shop.example"],
  timeZone: ["Europe/Lisbon", "Time zone: Europe/Lisbon"],
  dailyLiveCapMicros: ["25000000000", "Daily cap: 25,000.00 USDT"],
  currency: ["EUR", "Currency: EUR"],
  source: ["manual", "Source of the rate: By hand"],
  rate: ["1.0895", "USDT for one unit: 1.0895"],
  spreadBps: [50, "Spread: 0.5 %"],
  since: ["2026-03-01", "From: 1 Mar 2026"],
  until: ["2026-03-02", "To: 2 Mar 2026"],
  asset: ["TRX", "Asset: TRX"],
  maxAgeDays: [7, "Usable for: 7 days"],
  maxAgeMinutes: [10, "Usable for: 10 min"],
  bandBps: [500, "Largest change without asking: 5 %"],
  fallbackRate: ["1.08", "USDT for one unit if the URL fails: 1.08"],
  quoteLifeSeconds: [3_600, "Prices hold for: 60 min"],
  accentColour: ["#1f6f64", "Accent colour: #1f6f64"],
  supportEmail: ["help@shop.example", "Support email: help@shop.example"],
  supportUrl: ["https://shop.example/help", "Support page: https://shop.example/help"],
  supportPhone: ["+351 210 000 000", "Support phone: +351 210 000 000"],
  digest: [DIGEST, null],
  mediaType: ["image/png", "File type: PNG"],
  bytes: [22_400, "File size: 23 kB"],
  neverReuseAddresses: [true, "Never reuse addresses: Yes"],
  requiresTwoStep: [true, "Two-step sign-in required: Yes"],
  email: ["ana@shop.example", "Email: ana@shop.example"],
  role: ["cashier", "Role: Cashier"],
  terminals: [[ID], "Terminals: Front desk"],
  invitation: [ID, null],
  businessDayStart: ["04:00", "Business day starts at: 04:00"],
  intentLifeMinutes: [1_440, "Payments expire after: 1,440 min"],
  tolerance: ["0.5", "Underpayment tolerance: 0.50 USDT"],
  chargeLimit: ["500", "Charge limit: 500.00 USDT"],
  keysEnded: [2, "Keys revoked: 2"],
  devicesRevoked: [1, "Devices revoked: 1"],
  environment: ["live", "Environment: Live"],
  terminalId: [ID, "Terminal: Front desk"],
  last4: ["x7Qa", "Key: ····x7Qa"],
  graceHours: [24, "Old key stops: After 24 h"],
  scopes: [["intents:read", "events:read"], "Scopes: intents:read, events:read"],
  ipRanges: [["203.0.113.7/32", "2001:db8::/48"], "IP addresses: 203.0.113.7, 2001:db8::/48"],
  endsOn: ["2027-01-31", "Last day: 31 Jan 2027"],
  shift: [7, "Shift: 7"],
  paidCount: [12, "Paid payments: 12"],
  paidMicros: ["12500000", "Takings: 12.50 USDT"],
  refundsCount: ["2", "Refunds: 2"],
  refundedMicros: ["2500000", "Refunded: 2.50 USDT"],
  refundsCountBefore: ["7", null],
  refundedMicrosBefore: ["70000000", null],
  url: ["https://shop.example/hook", "URL: https://shop.example/hook"],
  eventTypes: [["payment.success", "test.ping"], "Events: payment.success, test.ping"],
  reason: ["failing", "Reason: 5 days of failures"],
  deliveries: [12, "Deliveries: 12"],
  outcome: ["underpaid", "Outcome: underpayment"],
  kind: ["late", "Type: Late payment"],
  addresses: [300, "Addresses: 300"],
  xpub: ["xpub6C…m4Qh", "Public key: xpub6C…m4Qh"],
  first: ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "First address: TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  keeps: [3, "Addresses kept: 3"],
  retires: [4, "Addresses retired: 4"],
  intentId: [ID, "Payment: Front desk"],
  restIntentId: [ID, "New payment: Front desk"],
  refundId: [ID, null],
  note: ["Paid in cash", "Note: Paid in cash"],
  tags: [["gift", "table 4"], "Tags: gift, table 4"],
  refundLimitMicros: ["500000000", "Refund limit per day: 500.00 USDT"],
  amountMicros: ["12500000", "Amount: 12.50 USDT"],
  price: ["24.90 EUR", "Price: 24.90 EUR"],
  to: ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "To: TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  address: ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "Address: TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  balanceMicros: ["1", "Balance: 0.000001 USDT"],
  openingMicros: ["-500000", "Opening balance: −0.50 USDT"],
  txHash: [`0x${DIGEST}`, null],
  payments: [600, "Payments: 600"],
  transfers: [550, "Transfers: 550"],
  events: [1_200, "Events: 1200"],
  requests: [40, "API requests: 40"],
  shifts: [2, "Shifts: 2"],
  device: ["Chrome on Windows", "Device: Chrome on Windows"],
  devices: [2, "Sessions: 2"],
  secondFactor: ["authenticator", "Second step: authenticator"],
  number: [70_000_000, "Block: 70000000"],
  hash: [`0x${DIGEST}`, null],
};

describe("the words of the audit log", () => {
  it.each([...MERCHANT_ACTIONS])("%s has a label, and its noun is a category of the filter", (action) => {
    expect(auditMessages.actions[action]).toMatch(/^[A-Z][a-z]/);
    const nouns = auditMessages.filters.categories.map(({ value }) => value);
    expect(nouns).toContain(action.split(".")[0]);
  });

  it.each([...ACCOUNT_ACTIONS])("%s has a label in a person's security log", (action) => {
    expect(auditMessages.account.actions[action]).toMatch(/^[A-Z][a-z]/);
  });

  it("a signed-in browser is a session in a person's security log, as on the page that lists them", () => {
    const { "session.revoked": one, "sessions.revoked": others } = auditMessages.account.actions;
    expect([one, others]).toEqual(["Signed out a session", "Signed out all other sessions"]);
    expect(accountLabel({ action: "sessions.revoked", by: "you", before: null, after: { devices: 2 } }).detail).toBe(
      "Sessions: 2",
    );
  });

  it("no two actions of a log say the same", () => {
    for (const labels of [auditMessages.actions, auditMessages.account.actions]) {
      expect(new Set(Object.values(labels)).size).toBe(Object.keys(labels).length);
    }
  });

  it("the lists have no action that the service no longer records", () => {
    const code = readdirSync("lib", { recursive: true, encoding: "utf8" })
      .filter(
        (file) => file.endsWith(".ts") && !file.startsWith("messages") && file !== path.join("audit", "actions.ts"),
      )
      .map((file) => readFileSync(path.join("lib", file), "utf8"))
      .join("\n");
    const unused = [...MERCHANT_ACTIONS, ...ACCOUNT_ACTIONS].filter((action) => !code.includes(`"${action}"`));
    expect(unused).toEqual([]);
  });

  it.each([...AUDIT_FIELDS])("the field %s has a name and its value is written for a reader", (field) => {
    const [value, shown] = SAMPLES[field];
    expect(plain(formatChange(null, { [field]: value }, { [ID]: "Front desk" }))).toBe(shown ?? "");
  });

  it("no entry shows an ID, a digest or JSON, known to the names or not", () => {
    const everything = Object.fromEntries(AUDIT_FIELDS.map((field) => [field, SAMPLES[field][0]]));
    const known: Record<string, string> = { [ID]: "Front desk" };
    for (const references of [{}, known]) {
      expect(formatChange(null, everything, references)).not.toMatch(/[0-9a-f]{8}-|[0-9a-f]{32}|[{}[\]"]/);
    }
  });
});

describe("a change", () => {
  it.each([
    [{ role: "cashier" }, { role: "manager" }, "Role: Cashier → Manager"],
    [{ accentColour: "#1f6f64" }, { accentColour: null }, "Accent colour: #1f6f64 → None"],
    [{ accentColour: null }, { accentColour: "#1f6f64" }, "Accent colour: None → #1f6f64"],
    [{ terminalId: null }, { terminalId: ID }, "Terminal: All terminals → Front desk"],
    [{ neverReuseAddresses: false }, { neverReuseAddresses: true }, "Never reuse addresses: No → Yes"],
    [{ name: "Bar" }, { name: "Bar" }, ""],
    [null, { graceHours: 0 }, "Old key stops: Immediately"],
    [{ name: "Bar" }, null, "Name: Bar"],
    [null, { somethingNew: 1 }, "Something new: 1"],
  ])("from %o to %o", (before, after, line) => {
    expect(formatChange(before, after, { [ID]: "Front desk" })).toBe(line);
  });

  it("of a list says what was added and what removed, and has both lists for the export", () => {
    const before = { eventTypes: ["payment.success", "test.ping"] };
    const after = { eventTypes: ["payment.success", "intent.cancelled"] };
    expect(describeChanges(before, after)).toEqual([
      {
        field: "Events",
        before: "payment.success, test.ping",
        after: "payment.success, intent.cancelled",
        line: "Events: added intent.cancelled, removed test.ping",
      },
    ]);
  });
});

const TARGETS = Object.keys({
  merchant: 1,
  user: 1,
  invitation: 1,
  terminal: 1,
  shift: 1,
  device: 1,
  restricted_key: 1,
  webhook_endpoint: 1,
  delivery: 1,
  intent: 1,
  attention_item: 1,
  address: 1,
  transfer: 1,
  network: 1,
  installation: 1,
} satisfies Record<AuditTarget, 1>) as AuditTarget[];

/** Every address that the target of an entry can have. */
function everyHref(): string[] {
  const places = { targetId: ID, targetEnvironment: "sandbox", targetTerminalId: ID, targetIntentId: ID } as const;
  const entries = MERCHANT_ACTIONS.flatMap((action) =>
    TARGETS.map((targetType) => ({ ...places, action, targetType, after: { shift: 7 } }) as Partial<AuditEntry>),
  );
  const here = { merchant: ID, environment: "sandbox" } as const;
  return [...new Set(entries.flatMap((entry) => targetHref(entry as AuditEntry, here) ?? []))];
}

/** The folder that answers `parts` below `folder`: of that name, of any name, or in a group, which is in no address. */
function folderOf(folder: string, [part, ...rest]: string[]): string | null {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const inGroups = (parts: string[]) =>
    folders.filter(({ name }) => name.startsWith("(")).map(({ name }) => folderOf(path.join(folder, name), parts));
  if (part === undefined) {
    const isPage = readdirSync(folder).includes("page.tsx");
    return isPage ? folder : (inGroups([]).find((found) => found !== null) ?? null);
  }
  const next = folders.find(({ name }) => name === part) ?? folders.find(({ name }) => name.startsWith("["));
  const found = next ? folderOf(path.join(folder, next.name), rest) : null;
  return found ?? inGroups([part, ...rest]).find((one) => one !== null) ?? null;
}

describe("a link of the audit log", () => {
  it.each(everyHref())("%s is a page that everyone who sees the log may open", (href) => {
    const folder = folderOf("app/(dashboard)/dashboard/[merchant]/[environment]", href.split("/").slice(4));
    const page = readFileSync(path.join(folder ?? "", "page.tsx"), "utf8");
    const needed = [...page.matchAll(/\(params, "([a-z_]+\.[a-z_]+)"\)/g)].map(([, name]) => name as Permission);
    expect(needed).not.toEqual([]);
    const shutOut = rolesWith("audit.view").filter((role) => !needed.every((permission) => may(role, permission)));
    expect(shutOut).toEqual([]);
  });
});

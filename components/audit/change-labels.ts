import { dayLabel } from "@/components/ui/day-text";
import { AUDIT_FIELDS, type AuditField } from "@/lib/base/audit/actions";
import { formatRange } from "@/lib/base/values/format-range";
import { displayAmount, microsFromDecimal } from "@/lib/base/values/money";
import { oneLine } from "@/lib/base/values/name-rules";
import { attentionKinds } from "@/lib/service/messages/en/attention";
import { auditMessages } from "@/lib/service/messages/en/audit";
import { commonMessages } from "@/lib/service/messages/en/common";
import { paymentMessages } from "@/lib/service/messages/en/payment";
import { teamMessages } from "@/lib/service/messages/en/team";

const { change: words } = auditMessages;

type Values = Record<string, unknown> | null;
/** names of terminals and payments by ID */
type References = Readonly<Record<string, string>>;

export type Change = { field: string; before: string | null; after: string | null; line: string };

/** The recorded fields of an entry in words; a value that was only set or only removed has no arrow in its line. */
export function describeChanges(before: Values, after: Values, references: References = {}): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort(byCatalog);
  return names.flatMap((name) => {
    const field = fieldLabel(name);
    if (field === null) return [];
    const isChange = before !== null && after !== null && name in before && name in after;
    const [from, to] = [before?.[name], after?.[name]].map((value) => formatValue(name, value, references));
    if ((from ?? null) === (to ?? null)) return [];
    const values = isChange ? { before: from ?? words.none, after: to ?? words.none } : { before: from, after: to };
    const [was, is] = [values.before ?? null, values.after ?? null];
    const listed = listChange(name, before?.[name], after?.[name], references);
    return [{ field, before: was, after: is, line: `${field}: ${listed ?? arrow(was, is)}` }];
  });
}

/** The database doesn't keep the order of recorded fields. */
function byCatalog(a: string, b: string): number {
  const [first = 0, second = 0] = [a, b].map((name) => (AUDIT_FIELDS as readonly string[]).indexOf(name));
  return first - second;
}

/** The recorded fields of an entry in one line: `Role: Cashier → Manager`. */
export function formatChange(before: Values, after: Values, references: References = {}): string {
  return describeChanges(before, after, references)
    .map(({ line }) => line)
    .join(" · ");
}

function arrow(before: string | null, after: string | null): string {
  return [before, after].filter((value) => value !== null).join(" → ");
}

/** What was added to a list and what was removed from it; null unless both sides are lists. */
function listChange(name: string, before: unknown, after: unknown, references: References): string | null {
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  const named = (values: unknown[]) => values.map((value) => formatOne(name, value, references)).join(", ");
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  return [added.length > 0 && words.added(named(added)), removed.length > 0 && words.removed(named(removed))]
    .filter(Boolean)
    .join(", ");
}

/** The name of a field; null for one that isn't shown. A field without a name of its own is read off its key. */
function fieldLabel(name: string): string | null {
  const label = (words.fields as Record<string, string | null>)[name];
  if (label !== undefined) return label;
  const text = name.replace(/([A-Z])/g, " $1").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function formatValue(name: string, value: unknown, references: References): string | null {
  if (value === null && (name === "terminals" || name === "terminalId")) return words.all;
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.map((one) => formatOne(name, one, references)).join(", ");
  return formatOne(name, value, references);
}

type Format = (value: string, references: References) => string;

const usdt = (amount: string) => `${amount}\u00a0USDT`;
const micros: Format = (value) => usdt(displayAmount(BigInt(value)));
const terminal: Format = (id, references) => references[id] ?? words.unknownTerminal;
/** of hundredths of a percent */
const percent: Format = (value) => `${Number(value) / 100} %`;
const payment: Format = (id, references) => references[id] ?? words.unknownPayment;

/** How values of a field are written, where they are not words already. */
const FORMATS: Partial<Record<AuditField, Format>> = {
  // as it was recorded, also before names were one line
  name: oneLine,
  tags: oneLine,
  dailyLiveCapMicros: micros,
  amountMicros: micros,
  refundLimitMicros: micros,
  paidMicros: micros,
  refundedMicros: micros,
  balanceMicros: micros,
  openingMicros: micros,
  tolerance: (value) => usdt(displayAmount(microsFromDecimal(value) ?? 0n)),
  chargeLimit: (value) => usdt(displayAmount(microsFromDecimal(value) ?? 0n)),
  terminals: terminal,
  terminalId: terminal,
  intentId: payment,
  restIntentId: payment,
  environment: (value) => commonMessages[value as "sandbox" | "live"] ?? value,
  role: (value) => teamMessages.roles[value as keyof typeof teamMessages.roles]?.label ?? value,
  kind: (value) => attentionKinds[value as keyof typeof attentionKinds]?.short ?? value,
  outcome: (value) => paymentMessages.timeline.outcomes[value] ?? value,
  last4: (value) => `····${value}`,
  intentLifeMinutes: (value) => words.minutes(Number(value)),
  graceHours: (value) => words.hours(Number(value)),
  ipRanges: formatRange,
  endsOn: dayLabel,
  spreadBps: percent,
  bandBps: percent,
  since: dayLabel,
  until: dayLabel,
  maxAgeDays: (value) => words.days(Number(value)),
  maxAgeMinutes: (value) => words.minutes(Number(value)),
  quoteLifeSeconds: (value) => words.minutes(Number(value) / 60),
  bytes: (value) => words.kilobytes(Number(value)),
};

function formatOne(name: string, value: unknown, references: References): string {
  if (value === true) return words.yes;
  if (value === false) return words.no;
  const text = String(value);
  const word = words.values[name as AuditField]?.[text];
  return word ?? FORMATS[name as AuditField]?.(text, references) ?? text;
}

import type { ItemKind } from "@/lib/attention-kinds";
import type { Environment } from "@/lib/context";
import { displayAmount } from "@/lib/money";

/** One thing that a recipient is notified of. */
export type Notice = {
  kind: string;
  phase: "raised" | "cleared" | null;
  /** of an alarm */
  message: string | null;
  /** what is said when it is over */
  ending: string | null;
  path: string | null;
  /** of a payment: its intent; of one that needs attention: the item */
  subjectId: string | null;
  detail: string | null;
  amountMicros: bigint | null;
};

/** A subject and the paragraphs below it. */
export type Composed = { subject: string; paragraphs: string[] };

type Place = { appUrl: string; merchant: { id: string; name: string; environment: Environment } | null };

/** Of each sort so many are named. */
const MOST_LINES = 10;

const ITEM_LABELS: Record<ItemKind, string> = {
  partial: "partially paid",
  over: "overpaid",
  late: "paid too late",
  after_cancel: "paid after it was cancelled",
  after_paid: "paid again",
  unassigned: "not assigned to a payment",
  disputed: "not confirmed by a second node",
  unreadable: "could not be read",
};

/** Words for everything that a recipient is notified of at once. */
export function composeNotices(notices: Notice[], place: Place): Composed {
  const raised = notices.filter(({ phase }) => phase === "raised");
  const cleared = notices.filter(({ phase }) => phase === "cleared");
  const items = notices.filter(({ kind }) => kind === "attention");
  const payments = notices.filter(({ kind, phase }) => kind === "payment" && phase === null);
  const parts = [
    ...alarmParts(raised, (one) => ({ head: one.message ?? "", links: linkTo(place, one.path) })),
    ...alarmParts(cleared, (one) => ({ head: one.ending ?? `Over: ${one.message}`, links: [] })),
    ...(items.length > 0 ? [describeItems(items, place)] : []),
    ...(payments.length > 0 ? [describePayments(payments, place)] : []),
  ];
  const { merchant } = place;
  const from = merchant ? `${merchant.name}${merchant.environment === "sandbox" ? " (sandbox)" : ""}: ` : "";
  const count = raised.length + cleared.length + Number(items.length > 0) + Number(payments.length > 0);
  const more = count > 1 ? ` and ${count - 1} more` : "";
  return {
    subject: `${from}${parts[0]?.head.replace(/\.$/, "")}${more}`,
    paragraphs: parts.map(({ lines }) => lines.join("\n")),
  };
}

/** An alarm is a part of its own. */
function alarmParts(alarms: Notice[], wordsOf: (alarm: Notice) => { head: string; links: string[] }) {
  const named = alarms.slice(0, MOST_LINES).map((alarm) => {
    const { head, links } = wordsOf(alarm);
    return { head, lines: [head, ...links] };
  });
  return [...named, ...rest(alarms).map((head) => ({ head, lines: [head] }))];
}

function describeItems(items: Notice[], place: Place) {
  const head = items.length === 1 ? "A payment needs attention" : `${items.length} payments need attention`;
  const lines = items
    .slice(0, MOST_LINES)
    .map(
      ({ amountMicros, detail, subjectId }) =>
        `${displayAmount(amountMicros ?? 0n)} USDT, ${ITEM_LABELS[detail as ItemKind]}\n${urlOf(place, `settlement/attention/${subjectId}`)}`,
    );
  return { head, lines: [`${head}:`, ...lines, ...rest(items)] };
}

function describePayments(payments: Notice[], place: Place) {
  const total = payments.reduce((sum, { amountMicros }) => sum + (amountMicros ?? 0n), 0n);
  const amount = `${displayAmount(total)} USDT`;
  const head =
    payments.length === 1 ? `Payment received: ${amount}` : `${payments.length} payments received: ${amount}`;
  const links = payments.slice(0, MOST_LINES).map(({ amountMicros, subjectId }) => {
    const own = payments.length === 1 ? "" : `${displayAmount(amountMicros ?? 0n)} USDT  `;
    return `${own}${urlOf(place, `payments/${subjectId}`)}`;
  });
  return { head, lines: [head, ...links, ...rest(payments)] };
}

function rest(all: Notice[]): string[] {
  return all.length > MOST_LINES ? [`… and ${all.length - MOST_LINES} more`] : [];
}

function linkTo({ appUrl }: Place, path: string | null): string[] {
  return path ? [`${appUrl}${path}`] : [];
}

function urlOf({ appUrl, merchant }: Place, page: string): string {
  return `${appUrl}/dashboard/${merchant?.id}/${merchant?.environment}/${page}`;
}

import type { Environment } from "@/lib/base/context/context";
import type { ItemKind } from "@/lib/base/values/attention-kinds";
import { displayAmount } from "@/lib/base/values/money";
import { oneLine } from "@/lib/base/values/name-rules";

/** One thing that a recipient is notified of: an alarm, or all payments, or all payments that need attention. */
export type Notice = {
  kind: string;
  phase: "raised" | "cleared" | null;
  /** of an alarm */
  message: string | null;
  /** what is said when it is over */
  ending: string | null;
  path: string | null;
  /** how many payments there are */
  count: number;
  /** the sum of all of them */
  amountMicros: bigint | null;
  /** the first of them; null of an alarm */
  named: Named[] | null;
};

type Named = {
  /** of a payment: its intent; of one that needs attention: the item */
  subjectId: string;
  detail: string | null;
  micros: string | null;
};

/** A subject and the paragraphs below it. */
export type Composed = { subject: string; paragraphs: string[] };

type Place = { appUrl: string; merchant: { id: string; name: string; environment: Environment } | null };

/** Of each sort so many are named. */
export const MOST_LINES = 10;

const ITEM_LABELS: Record<ItemKind, string> = {
  partial: "partially paid",
  over: "overpaid",
  late: "recorded after the payment expired",
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
  const payments = notices.filter(({ kind }) => kind === "payment");
  const parts = [
    ...alarmParts(raised, (one) => ({ head: oneLine(one.message ?? ""), links: linkTo(place, one.path) })),
    ...alarmParts(cleared, (one) => ({ head: oneLine(one.ending ?? `Over: ${one.message}`), links: [] })),
    ...items.map((all) => describeItems(all, place)),
    ...payments.map((all) => describePayments(all, place)),
  ];
  const { merchant } = place;
  const from = merchant ? `${oneLine(merchant.name)}${merchant.environment === "sandbox" ? " (sandbox)" : ""}: ` : "";
  const more = notices.length > 1 ? ` and ${notices.length - 1} more` : "";
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
  return [...named, ...rest(alarms.length).map((head) => ({ head, lines: [head] }))];
}

function describeItems({ count, named }: Notice, place: Place) {
  const head = count === 1 ? "A payment needs attention" : `${count} payments need attention`;
  const lines = (named ?? []).map(
    ({ micros, detail, subjectId }) =>
      `${displayAmount(BigInt(micros ?? 0))} USDT, ${ITEM_LABELS[detail as ItemKind]}\n${urlOf(place, `settlement/attention/${subjectId}`)}`,
  );
  return { head, lines: [`${head}:`, ...lines, ...rest(count)] };
}

function describePayments({ count, amountMicros, named }: Notice, place: Place) {
  const amount = `${displayAmount(amountMicros ?? 0n)} USDT`;
  const head = count === 1 ? `Payment received: ${amount}` : `${count} payments received: ${amount}`;
  const links = (named ?? []).map(({ micros, subjectId }) => {
    const own = count === 1 ? "" : `${displayAmount(BigInt(micros ?? 0))} USDT  `;
    return `${own}${urlOf(place, `payments/${subjectId}`)}`;
  });
  return { head, lines: [head, ...links, ...rest(count)] };
}

function rest(count: number): string[] {
  return count > MOST_LINES ? [`… and ${count - MOST_LINES} more`] : [];
}

function linkTo({ appUrl }: Place, path: string | null): string[] {
  return path ? [`${appUrl}${path}`] : [];
}

function urlOf({ appUrl, merchant }: Place, page: string): string {
  return `${appUrl}/dashboard/${merchant?.id}/${merchant?.environment}/${page}`;
}

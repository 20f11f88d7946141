import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { formatAmount } from "@/components/payments/payment-amount";
import { paymentColumns } from "@/components/payments/payment-columns";
import { paymentCommand } from "@/components/payments/payment-command";
import { paymentStatus } from "@/components/payments/payment-labels";
import { PaymentReceipt } from "@/components/payments/payment-receipt";
import { Slip } from "@/components/pos/slip";
import type { Column } from "@/components/ui/data-table";
import { STATUS_COLOURS } from "@/components/ui/status-mark";
import { readSettings } from "@/lib/base/context/settings";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import type { Payment } from "@/lib/payments/lists/fetch";
import { bitsWith, PAYMENT_FLAGS } from "@/lib/payments/lists/flags";
import { presentPosPayment } from "@/lib/payments/pos/present";
import { EMPTY_TIMELINE } from "@/tests/support/empty-timeline";

const [PARTIAL, OVER, LATE] = [1, 2, 4];
const ID = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";
const NOW = "2026-03-01T12:00:00Z";

it.each([
  ["pending", 0, "Pending"],
  ["pending", PARTIAL, "Partially paid"],
  ["pending", LATE, "Pending · Late payment"],
  ["paid", 0, "Paid"],
  ["paid", OVER, "Paid · Overpaid"],
  ["expired", 0, "Expired"],
  ["expired", PARTIAL | LATE, "Expired · Partially paid · Late payment"],
  ["cancelled", LATE, "Cancelled · Late payment"],
] as const)("%s with flags %i is named %s", (status, flags, label) => {
  expect(paymentStatus({ status, flags }).label).toBe(label);
});

const STATES = INTENT_STATUSES.flatMap((status) =>
  [0, ...bitsWith([...PAYMENT_FLAGS])].map((flags) => [status, flags] as const),
);

/** The texts of markup, as one line. */
const textsOf = (html: string) => html.split(/<[^>]*>/).filter((text) => text.trim() !== "");

describe.each(STATES)("%s with flags %i", (status, flags) => {
  const endedAt = status === "pending" ? null : new Date(0);
  const payment = {
    id: ID,
    environment: "sandbox",
    reference: null,
    metadata: null,
    terminalId: ID,
    terminalName: "Front desk",
    amountMicros: 10_000_000n,
    toleranceMicros: 0n,
    receivedMicros: 0n,
    uncountedMicros: 0n,
    createdAt: new Date(0),
    expiresAt: new Date(0),
    endedAt,
    paidAt: null,
    status,
    flags,
  } as Payment;
  const { label } = paymentStatus(payment);

  it("has one name in the list", () => {
    const column = paymentColumns({ zone: "UTC", now: NOW }).find(({ id }) => id === "status") as Extract<
      Column<Payment>,
      { cell: unknown }
    >;
    expect(textsOf(renderToStaticMarkup(column.cell(payment))).join(" · ")).toBe(label);
  });

  it("has the same name on its page", () => {
    const html = renderToStaticMarkup(
      <PaymentReceipt refundedMicros={0n} timeline={{ payment, ...EMPTY_TIMELINE }} zone="UTC" now={NOW} />,
    );
    expect(textsOf(html)).toContain(label);
  });

  it("has the same name in the command palette", () => {
    const command = paymentCommand({ merchant: ID, environment: "sandbox" }, payment);
    expect(command.label).toBe(`10.00 USDT · ${label}`);
  });

  it("has the same name on the keypad", () => {
    const none = { receiveAddress: null, tip: null, tipPrice: null, priceCurrency: null, priceMinor: null };
    const row = { ...payment, ...none, sightedMicros: 0n, sightedBlocks: 0, secondsLeft: 0 };
    const place = { merchant: "Shop", terminal: "Front desk", zone: "UTC", sandbox: true, sign: "." } as const;
    const html = renderToStaticMarkup(<Slip payment={presentPosPayment(row, readSettings())} place={place} />);
    expect(textsOf(html)).toContain(label);
  });
});

describe("a payment with a price", () => {
  const quote = {
    currency: "EUR",
    minor: 2_490n,
    rate: "1.0895",
    source: "manual",
    spreadBps: 150,
    quotedAt: new Date(0),
  } as const;
  const payment = {
    ...({
      id: ID,
      reference: "order-7",
      metadata: null,
      terminalName: "Front desk",
      status: "pending",
      flags: 0,
    } as Payment),
    ...{ amountMicros: 27_540_000n, receivedMicros: 0n, uncountedMicros: 0n, toleranceMicros: 0n, endedAt: null },
    ...{ createdAt: new Date(0), expiresAt: new Date(0), quote },
  };
  const shown = (more: Partial<Payment> = {}) =>
    textsOf(
      renderToStaticMarkup(
        <PaymentReceipt
          refundedMicros={0n}
          timeline={{ payment: { ...payment, ...more }, ...EMPTY_TIMELINE }}
          zone="UTC"
          now={NOW}
        />,
      ),
    )
      .join(" ")
      .replace(/\s+/g, " ");

  it("shows it first, and has a column for it where the business has prices", () => {
    expect(formatAmount(payment)).toBe("24.90 € · 27.54 USDT");
    expect(formatAmount({ ...payment, quote: null })).toBe("27.54 USDT");
    const names = (priced: boolean) => paymentColumns({ zone: "UTC", now: NOW, priced }).map(({ id }) => id);
    expect(names(true).slice(-2)).toEqual(["price", "amount"]);
    expect(names(false)).not.toContain("price");
  });

  it("has its rate both ways on its page, with the spread and where it comes from", () => {
    expect(shown()).toContain("24.90 € 27.54");
    expect(shown()).toContain(
      "Rate 1 € = 1.0895 USDT 1 USDT = 0.91785223 € Spread added 1.5 % Source of the rate Entered by hand Quoted",
    );
    expect(shown({ quote: null })).not.toContain("Rate");
  });

  it("has its tip in both, and no metadata but the business's own", () => {
    const tipped = shown({ metadata: { cart: "8812", tip_usdt: "2.77", tip_price: "2.50" } });
    expect(tipped).toContain("Tip included 2.50 € · 2.77 USDT");
    expect(tipped).toContain("cart 8812");
    expect(tipped).not.toContain("tip_");
    // as an API client may write it
    expect(shown({ metadata: { tip_usdt: "2.77", tip_price: "99.00" } })).toContain("Tip included 2.77 USDT");
  });
});

it("a payment that expired is not in the colour of what needs an action", () => {
  expect(STATUS_COLOURS.expired).not.toContain("brick");
});

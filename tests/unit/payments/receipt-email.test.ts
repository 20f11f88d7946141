import { describe, expect, it } from "vitest";
import type { Settings } from "@/lib/base/context/settings";
import { LOCALES } from "@/lib/customer/checkout/locales";
import { offersReceiptEmail } from "@/lib/payments/page/email-receipt";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import { receiptEmail } from "@/lib/payments/page/receipt-email";

const SETTINGS = {
  appName: "Till",
  appUrl: "https://pay.example",
  mail: { server: "smtp://mail.example", from: "Till <till@pay.example>" },
} as Settings;
const HASH = "ab".repeat(32);
const ID = "3f9a1c2e-0000-4000-8000-00000000c21e";

const paid = (more: Partial<Checkout> = {}) =>
  ({
    id: ID,
    status: "paid",
    environment: "live",
    isDemo: false,
    amount: "1,234.50",
    price: null,
    received: "1,234.50",
    missing: null,
    excess: null,
    uncounted: null,
    confirming: null,
    transfers: [{ hash: HASH, url: null, amount: "1,234.50", at: "2026-03-01T01:39:00.000Z", state: "applied" }],
    transferCount: 1,
    refunds: [],
    refunded: null,
    refundAsked: null,
    merchantName: "Corner Shop",
    reference: "order-1042",
    timeZone: "Asia/Kathmandu",
    createdAt: "2026-03-01T01:30:00.000Z",
    endedAt: "2026-03-01T01:40:00.000Z",
    ...more,
  }) as Checkout;

const written = (more?: Partial<Checkout>, locale: (typeof LOCALES)[number] = "en") =>
  receiptEmail(SETTINGS, paid(more), locale, "customer@example.com");

describe("the email of a receipt", () => {
  it("has the shop, the amount, the reference, the time with its zone, the ids and the link, as text and as HTML", () => {
    const { to, subject, text, html } = written();
    expect(to).toBe("customer@example.com");
    expect(subject).toBe("Receipt from Corner Shop: 1,234.50\u00a0USDT");
    expect(text.split("\n")).toEqual([
      "Corner Shop",
      "",
      "Amount: 1,234.50\u00a0USDT",
      "Reference: order-1042",
      "Paid: 1 Mar 2026, 07:25 GMT+5:45",
      `Payment: ${ID}`,
      `Transaction: ${HASH}`,
      "",
      `https://pay.example/pay/${ID}/receipt`,
      "",
      "-- ",
      "Till",
      expect.stringMatching(/^You received this email because/),
    ]);
    for (const words of ["Corner Shop", "1,234.50\u00a0USDT", "order-1042", "07:25 GMT+5:45", ID, HASH]) {
      expect(html).toContain(words);
    }
    expect(html).toContain(`<a href="https://pay.example/pay/${ID}/receipt">`);
  });

  it("tells what was due from what arrived, and names only transfers that were applied", () => {
    const late = { ...paid().transfers[0], hash: "cd".repeat(32), state: "notApplied" } as Checkout["transfers"][0];
    const { text } = written({ received: "1,235.50", excess: "1.00", transfers: [...paid().transfers, late] });
    expect(text).toContain("Amount due: 1,234.50\u00a0USDT\nReceived: 1,235.50\u00a0USDT\n");
    expect(text.match(/Transaction/g)).toHaveLength(1);
  });

  it.each([
    ["en", "Price: 1,132.00\u00a0€\nAmount: 1,234.50\u00a0USDT\n", "1,132.00\u00a0€\u00a0· 1,234.50\u00a0USDT"],
    ["de", "Preis: 1.132,00\u00a0€\nBetrag: 1.234,50\u00a0USDT\n", "1.132,00\u00a0€\u00a0· 1.234,50\u00a0USDT"],
    ["fa", "قیمت: \u20681,132.00\u00a0€\u2069\n", "\u20681,132.00\u00a0€\u00a0· 1,234.50\u00a0USDT\u2069"],
  ] as const)("has the price beside the amount, in %s", (locale, lines, named) => {
    const { subject, text, html } = written({ price: { currency: "EUR", amount: "1132.00" } }, locale);
    expect(subject).toContain(named);
    expect(text).toContain(lines);
    expect(html?.split("€")).toHaveLength(3);
  });

  it("says in the sandbox that no money moved", () => {
    const [transfer] = paid().transfers;
    const { text, html } = written({
      environment: "sandbox",
      transfers: [{ ...(transfer as Checkout["transfers"][0]), hash: null }],
    });
    for (const body of [text, html]) {
      expect(body).toContain("Sandbox: no real money moved.");
      expect(body).not.toContain("Transaction");
    }
  });

  it("shows what a merchant or an API client wrote as text only: no markup, no header, no further line", () => {
    const { subject, text, html } = written({
      merchantName: "Evil</h1><img src=x>\r\nBcc: everyone@example.com",
      reference: "1\r\n\r\nPaid: <script>never</script>\u0000",
    });
    expect(subject).not.toMatch(/\p{Cc}/u);
    expect(text).toContain("\nReference: 1 Paid: <script>never</script>\n");
    expect(text).not.toMatch(/\n(Bcc|Paid: <)/);
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain("Evil&lt;/h1&gt;&lt;img src=x&gt; Bcc: everyone@example.com");
  });

  it.each(LOCALES)("is in the customer's language, in that direction: %s", (locale) => {
    const { subject, text, html } = written({}, locale);
    expect(html).toContain(`dir="${locale === "ar" || locale === "fa" ? "rtl" : "ltr"}"`);
    for (const part of [subject, text]) {
      expect(part).toContain("Corner Shop");
      expect(part).not.toMatch(/[{}]/);
    }
    expect(text.includes("Payment:")).toBe(locale === "en");
    expect(text).toContain(ID);
  });
});

describe("the email of a refund's receipt", () => {
  const refund: Checkout["refunds"][number] = {
    state: "refunded",
    amount: "1,000.50",
    address: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    at: "2026-03-02T01:40:00.000Z",
    hash: "cd".repeat(32),
    url: null,
  };
  const open = { ...refund, state: "sending", at: null, hash: null } as const;

  it("has what was refunded for good, where, when and how, and nothing of what isn't sent yet", () => {
    const { text } = written({ refunds: [refund, { ...open, amount: "9.00" }], refunded: "1,000.50" });
    expect(text.split("\n").slice(6, 10)).toEqual([
      `Transaction: ${HASH}`,
      "Refunded: 1,000.50\u00a0USDT, 2 Mar 2026, 07:25 GMT+5:45",
      "Refund address: TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
      `Transaction: ${"cd".repeat(32)}`,
    ]);
    expect(text).not.toContain("9.00");
  });

  it("says of a payment that expired so, and is about what was refunded", () => {
    const price = { currency: "EUR", amount: "1132.00" };
    const { subject, text } = written({ status: "expired", refunds: [refund], refunded: "1,000.50", price });
    expect(text).toContain("\nPrice: 1,132.00\u00a0€\nAmount: 1,234.50");
    expect(subject).toBe("Receipt from Corner Shop: 1,000.50\u00a0USDT");
    expect(text).toContain("\nExpired: 1 Mar 2026, 07:25 GMT+5:45\n");
    expect(text).not.toContain("Paid:");
  });
});

describe("the receipt is offered by email", () => {
  it("once it is paid and a mail server is set up", () => {
    expect(offersReceiptEmail(SETTINGS, paid())).toBe(true);
    expect(offersReceiptEmail({ ...SETTINGS, mail: null }, paid())).toBe(false);
  });

  it.each(["pending", "expired", "cancelled"] as const)("not while it is %s", (status) => {
    expect(offersReceiptEmail(SETTINGS, paid({ status }))).toBe(false);
  });

  it("once something was refunded for good, also of a payment that expired", () => {
    expect(offersReceiptEmail(SETTINGS, paid({ status: "expired", refunded: "1.00" }))).toBe(true);
  });

  it("not for a demo payment, which anyone can create", () => {
    expect(offersReceiptEmail(SETTINGS, paid({ isDemo: true }))).toBe(false);
  });
});

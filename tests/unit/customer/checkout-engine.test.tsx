import { describe, expect, it } from "vitest";
import { titleOf } from "@/app/pay/document";
import { CheckoutPage } from "@/components/checkout/checkout-page";
import { CheckoutWindow } from "@/components/checkout/checkout-window";
import type { View } from "@/components/checkout/view";
import { deadlineFrom, formatClock, secondsUntil, spokenMark } from "@/lib/customer/checkout/clock";
import { asksToPay, type Face, faceOf, newsOf, type Told } from "@/lib/customer/checkout/face";
import { withExternalLinks } from "@/lib/customer/checkout/markup/external-links";
import { htmlOf } from "@/lib/customer/checkout/markup/html-of";
import type { Tree } from "@/lib/customer/checkout/markup/tree";
import { treesOf } from "@/lib/customer/checkout/markup/tree-of";
import { nextPollMs, POLL_BESIDE_STREAM_MS, reopenStreamMs } from "@/lib/customer/checkout/pace";
import { WORDS } from "@/lib/customer/checkout/words/all";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import VECTORS from "@/tests/vectors/checkout/faces.json" with { type: "json" };

const WAITING: Told = {
  status: "pending",
  received_usdt: 0,
  missing_usdt: 12.5,
  to_send_usdt: 12.5,
  confirming: null,
  uncounted: false,
  expires_in_seconds: 600,
};

const toldOf = (told: object) => ({ ...WAITING, ...told }) as Told;
const text = (usdt: number) => (usdt > 0 ? usdt.toFixed(2) : null);

/** A live payment that stands like this. */
function viewOf(told: Told, more: Partial<Checkout> = {}): View {
  const checkout = {
    id: "3f9a1c2e-0000-4000-8000-00000000c21e",
    status: told.status,
    environment: "live",
    amount: "12.50",
    price: null,
    received: text(told.received_usdt),
    missing: told.received_usdt > 0 ? text(told.missing_usdt) : null,
    excess: null,
    uncounted: told.uncounted ? "12.50" : null,
    toSend: text(told.to_send_usdt),
    toArrive: text(told.to_send_usdt),
    confirming: told.confirming && { ...told.confirming, amount: "10.00" },
    progress: told,
    receiveAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    network: { id: "tron-mainnet", name: "TRON", contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    transfers: [] as Checkout["transfers"],
    transferCount: 0,
    refunds: [] as Checkout["refunds"],
    refunded: null,
    refundAsked: null,
    merchantName: "Corner Shop",
    terminalName: "Front desk",
    createdAt: "2026-03-01T01:30:00.000Z",
    endedAt: told.status === "pending" ? null : "2026-03-01T01:40:00.000Z",
    reference: null,
    logo: null,
    accentColour: null,
    ...more,
  } as Checkout;
  return {
    checkout,
    toSend: checkout.toSend,
    toArrive: checkout.toArrive,
    words: WORDS.en,
    locale: "en",
    back: null,
    contact: [],
    ways: ["address"],
    way: "address",
    wallets: [],
    inApp: null,
    pageUrl: "https://pay.example/pay/1",
    receiptUrl: "https://pay.example/pay/1/receipt",
    receiptEmail: null,
    left: { seconds: "600", clock: "10:00" },
  };
}

const pageOf = (told: Told) => htmlOf(treesOf(<CheckoutPage view={viewOf(told)} appName="Till" timeOf={() => null} />));

const windowOf = (told: Told, more?: Partial<Checkout>) =>
  htmlOf(treesOf(<CheckoutWindow view={viewOf(told, more)} timeOf={() => null} />));

const SAYS: Record<Face, string> = {
  pending: "Waiting for payment",
  partly: "Partially paid",
  confirming: "There&#x27;s nothing more to do",
  closing: "Your payment will appear here",
  paid: ">Paid<",
  expired: "This payment has expired",
  cancelled: "The store cancelled this payment",
};

describe.each(VECTORS)("$name", ({ told, face }) => {
  it("is the face that the table names, on the page and in the window", () => {
    expect(faceOf(toldOf(told))).toBe(face);
    expect(pageOf(toldOf(told))).toContain(SAYS[face as Face]);
    expect(windowOf(toldOf(told))).toContain(SAYS[face as Face]);
  });

  it.each([
    ["page", pageOf],
    ["window", windowOf],
  ])("shows an address, a code and a clock only where the customer is asked to pay, on the %s", (_, drawn) => {
    const html = drawn(toldOf(told));
    // within the tolerance nothing is left to send, though the end is not known yet
    const asks = asksToPay(face as Face) && toldOf(told).to_send_usdt > 0;
    expect(html.includes('data-copy="TUEZ')).toBe(asks);
    expect(html.includes("QR code")).toBe(asks);
    expect(html.includes('role="timer"')).toBe(asksToPay(face as Face));
  });
});

describe("a price in the shop's currency", () => {
  const price = { currency: "EUR", amount: "11.47" };
  const shop = { href: "https://shop.example/cart", host: "shop.example" };
  const drawn = (told: object, more: Partial<View> = {}, changed: Partial<Checkout> = {}) => {
    const view = { ...viewOf(toldOf(told), { price, ...changed }), ...more };
    const page = <CheckoutPage view={view} appName="Till" timeOf={() => null} />;
    const window = <CheckoutWindow view={view} timeOf={() => null} />;
    return { view, page: htmlOf(treesOf(page)), window: htmlOf(treesOf(window)) };
  };
  const headingOf = (html: string) => /<h([12])\b.*?<\/h\1>/.exec(html)?.[0] ?? "";
  const asText = (html: string) => html.replace(/<[^>]*>/g, "").replaceAll("&#x27;", "'");

  it.each([
    ["waiting", {}],
    ["paid", { status: "paid", received_usdt: 12.5 }],
    ["expired", { status: "expired" }],
  ])("stands before the USDT in the heading, on the page and in the window: %s", (_, told) => {
    const { page, window } = drawn(told);
    for (const html of [page, window]) {
      const heading = headingOf(html);
      expect(asText(heading)).toBe("11.47\u00a0€ 12.50\u00a0USDT");
      expect(heading).toContain('<span translate="no" dir="ltr"');
    }
  });

  it("is in no code and on no button: what is copied is the USDT", () => {
    const { page, window } = drawn({});
    for (const html of [page, window]) {
      expect([...html.matchAll(/data-copy="([^"]*)"/g)].map(([, copied]) => copied)).toEqual([
        "12.50",
        "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
      ]);
    }
  });

  it("is in the title, so that a link's preview has it too", () => {
    const { title, preview } = titleOf(drawn({}).view);
    expect(title).toBe("11.47\u00a0€\u00a0· 12.50\u00a0USDT to Corner Shop");
    expect(preview?.title).toBe(title);
    expect(preview?.description).toContain("Pay 12.50\u00a0USDT to");
    const arabic = titleOf({ ...drawn({}).view, locale: "ar", words: WORDS.ar });
    expect(arabic.title).toContain("\u206611.47\u00a0€\u00a0· 12.50\u00a0USDT\u2069");
  });

  it("has its own line on the receipt", () => {
    const { page, window } = drawn({ status: "paid", received_usdt: 12.5 });
    for (const html of [page, window]) expect(asText(html)).toContain("Price11.47\u00a0€Amount12.50\u00a0USDT");
  });

  it.each([
    [
      "with a link to the shop",
      { back: shop },
      "start again at the current price.",
      'href="https://shop.example/cart"',
    ],
    ["without one", {}, "ask the store to start a new payment at the current price.", ""],
  ])("has expired with its payment, which leads back to the shop: %s", (_, more, next, link) => {
    const { page, window } = drawn({ status: "expired" }, more);
    for (const html of [page, window]) {
      expect(asText(html)).toContain("The price has expired");
      expect(asText(html)).toContain("If you've already paid, don't pay again.");
    }
    expect(asText(page)).toContain(next);
    expect(page).toContain(link);
    expect(asText(window)).toContain("close this window and start again");
  });

  it("that has expired asks nobody who has paid a part to start again", () => {
    const { page } = drawn({ status: "expired", received_usdt: 5, missing_usdt: 7.5 }, { back: shop });
    expect(asText(page)).toContain("You've paid part of the amount.");
    expect(asText(page)).not.toContain("at the current price");
  });

  it("is left out where there is none", () => {
    for (const told of [{}, { status: "paid" }, { status: "expired" }]) {
      const { page, window } = drawn(told, {}, { price: null });
      expect(asText(page + window)).not.toMatch(/€|Price|The price| · /);
      for (const html of [page, window]) expect(asText(headingOf(html))).toBe("12.50\u00a0USDT");
    }
  });
});

describe.each(["ar", "fa"] as const)("right to left, in %s", (locale) => {
  const view = (told: object, more: Partial<View> = {}): View => ({
    ...viewOf(toldOf(told), { merchantName: "Shop 24!" }),
    locale,
    words: WORDS[locale],
    back: { href: "https://shop.example/thanks", host: "24.example" },
    ...more,
  });
  const drawn = (shown: View) => htmlOf(treesOf(<CheckoutPage view={shown} appName="Till+" timeOf={() => null} />));

  it.each([
    ["waiting, on the phone that scans it", view({}, { ways: ["address", "phone"], way: "phone" })],
    ["paid", view({ status: "paid" })],
    ["cancelled", view({ status: "cancelled" })],
  ])("the names of shop, host and app keep their own direction in sentences: %s", (_, shown) => {
    const { title, preview } = titleOf(shown);
    for (const text of [drawn(shown), title, preview?.title, preview?.description]) {
      expect(text).toMatch(/Shop 24!/);
      expect(text).not.toMatch(
        /(?<!\u2068|<bdi>)Shop 24!|(?<!\u2068|<bdi[^>]*>|https:\/\/)24\.example|(?<!\u2068)Till\+/,
      );
    }
  });
});

describe("the window", () => {
  it("has one way to pay, a way out and nothing of a page: no picture, no picker, no landmark of its own", () => {
    const html = windowOf(WAITING, { logo: "/logo/1", environment: "sandbox" });
    expect(html.match(/QR code/g)).toHaveLength(1);
    expect(html).toContain('<button type="button" data-close="" aria-label="Close"');
    expect(html).toContain("You can close this window.");
    expect(html).toContain("Sandbox: no real money moves");
    expect(html).not.toMatch(/<img|<main|<footer|<h1|popover|Simulate|This page updates/);
  });

  it.each([
    ["TRON", "USDT on TRON (TRC20)"],
    ["TRON Nile testnet", "USDT on TRON Nile testnet"],
    ["TRON-like chain 1337", "USDT on TRON-like chain 1337"],
  ])("names the network %s by its own name", (name, shown) => {
    expect(windowOf(WAITING, { network: { id: "x", name, contract: "T" } })).toContain(shown);
  });

  it("asks for the rest of a part that is on its way, and for nothing twice", () => {
    const confirming = { confirmations: 7, required: 19, amount_usdt: 10 };
    const html = windowOf(toldOf({ confirming, to_send_usdt: 2.5 }));
    expect(html).toContain('data-copy="2.50"');
    expect(html).not.toContain('data-copy="12.50"');
  });

  it("waits for finality once every confirmation is there, not for nineteen of nineteen", () => {
    const confirming = { confirmations: 19, required: 19, amount_usdt: 12.5 };
    const html = windowOf(toldOf({ confirming, to_send_usdt: 0 }));
    expect(html).toContain("Waiting for final confirmation");
    expect(html).not.toContain("19 of 19");
  });

  it("ends with a receipt, what was too much on it, and leads back to no shop", () => {
    const view = viewOf(toldOf({ status: "paid", received_usdt: 13 }), { received: "13.00", excess: "0.50" });
    const back = { href: "https://shop.example/thanks", host: "shop.example" };
    const tree = treesOf(<CheckoutWindow view={{ ...view, back }} timeOf={() => null} />)[0] as Tree;
    const html = htmlOf([withExternalLinks(tree, { ...view, locale: "de" })]);
    expect(html).toContain("You overpaid.");
    expect(html).toMatch(/<button type="button" data-close="" class="[^"]*">Done</);
    expect(html).toContain(`href="https://pay.example/pay/${view.checkout.id}/receipt?lang=de"`);
    expect(html).not.toContain("shop.example");
  });

  it("leaves forms to the payment page, a link away", () => {
    const view = viewOf(toldOf({ status: "paid", received_usdt: 13 }), { received: "13.00", takesRefundAddress: true });
    const asked = { ...view, receiptEmail: { isSent: false, failure: null } };
    const html = htmlOf(treesOf(<CheckoutWindow view={asked} timeOf={() => null} />));
    expect(html).toMatch(new RegExp(`<a href="/pay/${view.checkout.id}"[^>]*>Refund address</a>`));
    expect(html).not.toMatch(/<form|<input|data-share/);
  });

  it.each(["expired", "cancelled"] as const)(
    "says of one that is %s how to start again: in the shop behind it",
    (status) => {
      const html = windowOf(toldOf({ status }));
      expect(html).toContain("close this window and start again");
      expect(html).toMatch(/<button type="button" data-close="" class="[^"]*">Close</);
    },
  );
});

describe("a payment's links on another site", () => {
  const from = { pageUrl: "https://pay.example/pay/1", locale: "pt" as const };
  const linked = (href: string) => (withExternalLinks(["p", {}, ["a", { href }, "x"]], from)[2] as [string, object])[1];

  it.each([
    ["/pay/1/receipt", "https://pay.example/pay/1/receipt?lang=pt"],
    ["?way=phone", "https://pay.example/pay/1?way=phone&lang=pt"],
    ["https://link.trustwallet.com/send?a=1", "https://link.trustwallet.com/send?a=1"],
  ])("%s is absolute, in the language of that site, and opens beside it", (href, absolute) => {
    expect(linked(href)).toEqual({ href: absolute, target: "_blank", rel: "noreferrer" });
  });

  it.each(["service:pay?intent=1", "tronlinkoutside://pull.activity?param=x"])("%s opens its app as ever", (href) => {
    expect(linked(href)).toEqual({ href });
  });
});

it("every face of the page is in the table", () => {
  expect(new Set(VECTORS.map(({ face }) => face))).toEqual(new Set(Object.keys(SAYS)));
});

describe("news", () => {
  it.each([
    { received_usdt: 1 },
    { confirming: { confirmations: 1, required: 19, amount_usdt: 1 } },
    { status: "paid" },
    { uncounted: true },
    { expires_in_seconds: 0 },
  ])("is %j", (change) => expect(newsOf(toldOf(change))).not.toBe(newsOf(WAITING)));

  it("is neither a second nor a confirmation more", () => {
    const seen = (confirmations: number) => toldOf({ confirming: { confirmations, required: 19, amount_usdt: 1 } });
    expect(newsOf(toldOf({ expires_in_seconds: 1 }))).toBe(newsOf(WAITING));
    expect(newsOf(seen(1))).toBe(newsOf(seen(19)));
  });
});

describe("the clock", () => {
  it("writes the time left", () => {
    expect([0, 9, 61, 1_781, 3_600, 86_399].map(formatClock)).toEqual([
      "0:00",
      "0:09",
      "1:01",
      "29:41",
      "1:00:00",
      "23:59:59",
    ]);
  });

  it("counts down from what it was told, never from a second more, whatever the fractions of the stopwatch", () => {
    for (let tenths = 0; tenths < 20_000; tenths += 7) {
      const now = tenths / 10 + 0.1;
      expect(secondsUntil(now + 1_800 * 1_000, now)).toBe(1_800);
    }
    expect([secondsUntil(999, 0), secondsUntil(1_500, 0), secondsUntil(0, 0), secondsUntil(0, 5_000)]).toEqual([
      1, 2, 0, 0,
    ]);
  });

  it("keeps its deadline through the rounding of the server, and takes a new one", () => {
    const deadline = deadlineFrom(null, 1_000, 60);
    expect(deadline).toBe(61_000);
    expect(deadlineFrom(null, 0, 1)).toBe(1_000);
    expect(deadlineFrom(deadline, 1_900, 60)).toBe(61_000);
    expect(deadlineFrom(deadline, 2_499, 60)).toBe(61_000);
    expect(deadlineFrom(deadline, 2_500, 60)).toBe(62_500);
    expect(deadlineFrom(deadline, 1_000, 300)).toBe(301_000);
  });

  it("is spoken at five minutes and at one, once each, also after a pause", () => {
    const heard: number[] = [];
    for (let before = 601; before > 0; before -= 1) {
      const mark = spokenMark(before, before - 1);
      if (mark) heard.push(mark);
    }
    expect(heard).toEqual([300, 60]);
    expect(spokenMark(400, 200)).toBe(300);
    expect(spokenMark(200, 0)).toBe(null);
  });
});

describe("the next poll", () => {
  it("is every two seconds, and backs off to thirty while the server is in trouble", () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((failures) => nextPollMs({ failures }))).toEqual([
      2_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it("is never earlier than the server asked for", () => {
    expect(nextPollMs({ failures: 1, retryAfterSeconds: 45 })).toBe(45_000);
    expect(nextPollMs({ failures: 5, retryAfterSeconds: 1 })).toBe(30_000);
  });

  it("is seldom beside a stream, and as ever once it fails", () => {
    expect(nextPollMs({ failures: 0, everyMs: POLL_BESIDE_STREAM_MS })).toBe(30_000);
    expect(nextPollMs({ failures: 1, everyMs: POLL_BESIDE_STREAM_MS })).toBe(2_000);
  });

  it("opens a lost stream again after three seconds to a minute, the pages of one server apart from each other", () => {
    expect([1, 2, 3, 6, 50].map((failures) => reopenStreamMs(failures, 0))).toEqual([
      3_000, 6_000, 12_000, 60_000, 60_000,
    ]);
    expect(reopenStreamMs(2, 1)).toBe(3_000);
  });
});

import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import * as email from "@/app/pay/[id]/receipt/email/route";
import * as receipt from "@/app/pay/[id]/receipt/route";
import * as page from "@/app/pay/[id]/route";
import * as window from "@/app/pay/[id]/window/route";
import { resetEnv } from "@/lib/base/process/env";
import { hexFromTron } from "@/lib/base/tron/address";
import { LOCALES, type Locale } from "@/lib/customer/checkout/locales";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import type { Endpoint } from "@/lib/service/api/answer";
import { buildPaymentPage } from "@/scripts/lib/build-payment-page.mjs";
import { withSettings } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { startMailServer } from "@/tests/support/mail-server";
import type { Behaviour } from "@/tests/support/smtp-server";

const ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
let merchant: MerchantFixture;

beforeAll(async () => {
  process.env.TRON_RPC_URLS = "http://localhost:1/jsonrpc";
  resetEnv();
  await buildPaymentPage();
  merchant = await createMerchantFixture();
});

type Outcome = "paid" | "underpaid" | "overpaid" | "late" | "expired";

async function sandboxPayment(...outcomes: Outcome[]) {
  const { json } = await call(
    "create-payment-intent",
    { amount_usdt: 12.5, reference: "<order & 7>" },
    { key: merchant.keys.sandbox },
  );
  const id = json.intent.id as string;
  for (const outcome of outcomes) await simulatePayment(merchant.ctx, { id, outcome });
  return id;
}

type Transfer = { micros: number; counted?: boolean };

/** A live payment of 12.50 USDT as the watcher leaves it, a minute between its transfers. */
async function livePayment(status: string, transfers: Transfer[], network = "tron-mainnet") {
  const id = randomUUID();
  const { sql } = merchant.ctx.db;
  const sum = (counted: boolean) =>
    transfers.filter((one) => (one.counted ?? true) === counted).reduce((total, { micros }) => total + micros, 0);
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros,
                                 receive_address, expires_at)
    values (${id}, ${merchant.merchantId}, ${merchant.terminalId}, 'live', 12500000, ${sum(true)},
            ${hexFromTron(ADDRESS)}, now() + interval '10 min')`;
  const hashes: string[] = [];
  for (const [index, { micros, counted = true }] of transfers.entries()) {
    const hash = randomBytes(32).toString("hex");
    hashes.push(hash);
    await sql`
      insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
      values (${merchant.merchantId}, ${id}, ${network}, ${`0x${hash}`}, 0, ${micros},
              ${new Date(Date.UTC(2026, 2, 1, 14, index)).toISOString()}::timestamptz, ${counted})`;
  }
  if (status === "paid") await sql`update payment_intents set status = 'paid', paid_at = now() where id = ${id}`;
  if (status === "expired")
    await sql`update payment_intents set status = 'expired', expired_at = now() where id = ${id}`;
  return { id, hashes };
}

type Ask = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string; query?: string };

async function ask(route: Endpoint, id: string, { method = "GET", headers = {}, body, query = "" }: Ask = {}) {
  const below = route === page ? "" : route === window ? "/window" : route === receipt ? "/receipt" : "/receipt/email";
  const request = new Request(`http://localhost:3000/pay/${id}${below}${query}`, {
    method,
    headers: { "x-real-ip": randomUUID(), ...headers },
    body,
  });
  const answer = await route[method](request);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const shown = async (route: Endpoint, id: string, more?: Ask) => (await ask(route, id, more)).text;
const countOf = (text: string, part: string) => text.split(part).length - 1;

describe("the page and the window of a live payment", () => {
  /** HTML has its own form of an apostrophe, JSON has none. */
  const said = async (route: Endpoint, id: string, locale: Locale) =>
    (await shown(route, id, { query: `?lang=${locale}` })).replaceAll("&#x27;", "'");

  it("say in every language that payments can't be seen, while no node answers and no longer", async () => {
    const { id } = await livePayment("pending", []);
    const { sql } = merchant.ctx.db;
    const passed = (age: string) => sql`update chain_cursors set passed_at = now() - ${age}::interval`;
    await sql`
      insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                                 finalized_time, head_number, passed_at, provider)
      values ('tron-mainnet', 1000, '0xb', now(), 1000, '0xb', now(), 1020, now(), 'test')`;
    for (const locale of LOCALES) {
      for (const route of [page, window]) {
        await passed("2 min");
        expect(await said(route, id, locale)).toContain(WORDS[locale].chainAway);
        await passed("0 s");
        expect(await said(route, id, locale)).not.toContain(WORDS[locale].chainAway);
      }
    }
  });

  it("of one that expired partially paid names what remains, and links the payment that requests it", async () => {
    const { id } = await livePayment("expired", [{ micros: 4_000_000 }]);
    const { sql } = merchant.ctx.db;
    const text = await shown(page, id);
    expect(text.replace(/<[^>]+>/g, "")).toMatch(/Received4\.00.*Remaining8\.50/);
    expect(await said(page, id, "en")).toContain(WORDS.en.expiredPartly);
    const rest = await livePayment("pending", []);
    await sql`
      insert into attention_items (merchant_id, kind, intent_id, amount_micros, resolved_at, resolution, rest_intent_id)
      values (${merchant.merchantId}, 'partial', ${id}, 8500000, now(), 'asked', ${rest.id})`;
    for (const route of [page, window]) {
      const linked = await shown(route, id);
      expect(linked).toContain(`/pay/${rest.id}`);
      expect(linked).toContain(WORDS.en.payRemaining);
    }
  });
});

describe("the receipt of a live payment", () => {
  it("has the network, the address in full and the transaction, linked on screen and as text on paper", async () => {
    const { id, hashes } = await livePayment("paid", [{ micros: 12_500_000 }]);
    for (const route of [page, receipt]) {
      const text = await shown(route, id);
      expect(text).toContain("TRON (TRC20)");
      expect(text).toContain("Paid to");
      expect(text.replace(/<[^>]+>/g, "")).toContain(ADDRESS);
      expect(text).toContain(
        `<a href="https://tronscan.org/#/transaction/${hashes[0]}" target="_blank" rel="noreferrer"`,
      );
      expect(text).toContain(`print:inline">${hashes[0]}</span>`);
    }
  });

  it("lists no transfer where one paid it all: its amount and time are on it already", async () => {
    const { id } = await livePayment("paid", [{ micros: 12_500_000 }]);
    const text = await shown(receipt, id);
    expect(text).not.toContain("Transfers");
    expect(countOf(text, "<time")).toBe(1);
  });

  it("has the hash as text only on a network without an explorer", async () => {
    const { id, hashes } = await livePayment("paid", [{ micros: 12_500_000 }], "tron-1337");
    const text = await shown(receipt, id);
    expect(text).toContain(`>${hashes[0]}</bdi>`);
    expect(text).not.toContain("target=");
  });

  it("lists each of several transfers with amount, time in the terminal's zone and hash", async () => {
    await merchant.ctx.db.sql`update terminals set time_zone = 'Asia/Kathmandu' where id = ${merchant.terminalId}`;
    const { id, hashes } = await livePayment("paid", [{ micros: 5_000_000 }, { micros: 7_500_000 }]);
    const text = await shown(receipt, id);
    expect(text).toContain("Transfers");
    expect(text).toContain("<bdi>1 Mar 2026, 19:45</bdi>, <bdi>Kathmandu (UTC+5:45)</bdi>");
    expect(text).toContain("<bdi>1 Mar 2026, 19:46</bdi>");
    for (const hash of hashes) expect(text).toContain(hash);
    expect(text.indexOf("5.00<")).toBeLessThan(text.indexOf("7.50<"));
    await merchant.ctx.db.sql`update terminals set time_zone = 'UTC' where id = ${merchant.terminalId}`;
  });

  it("says of a transfer that wasn't applied that it wasn't, and why", async () => {
    const late = await livePayment("expired", [{ micros: 12_500_000, counted: false }]);
    const text = await shown(receipt, late.id);
    expect(text).toContain("Late payment");
    expect(text).toContain("arrived after the deadline");
    expect(text).toContain(late.hashes[0]);
    expect(text).toContain("Paid to");
    const twice = await livePayment("paid", [{ micros: 12_500_000 }, { micros: 1_000_000, counted: false }]);
    expect(await shown(receipt, twice.id)).toMatch(/Not applied.*Transfers.*Received.*Not applied.*1\.00/);
  });

  it("names no address to pay to while nothing has arrived", async () => {
    for (const status of ["pending", "expired"]) {
      const { id } = await livePayment(status, []);
      const text = await shown(receipt, id);
      expect(text).toContain("Not paid");
      expect(text).not.toContain("Paid to");
    }
  });

  it("shows a part payment while the rest is awaited", async () => {
    const { id, hashes } = await livePayment("pending", [{ micros: 5_000_000 }]);
    const text = await shown(receipt, id);
    expect(text).toContain("Partially paid");
    expect(text).toContain(hashes[0]);
  });
});

it("a transaction that is being confirmed is linked, shortened, with a name", async () => {
  const { id } = await livePayment("pending", []);
  const hash = randomBytes(32).toString("hex");
  const sight = (micros: number) => merchant.ctx.db.sql`
    insert into chain_sightings as s (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash)
    values ('tron-mainnet', ${`0x${hash}`}, 0, ${id}, ${micros}, 1014, '0xa')
    on conflict (network, tx_hash, log_index) do update set amount_micros = excluded.amount_micros`;
  await merchant.ctx.db.sql`
    insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash,
                               finalized_time, head_number, passed_at, provider)
    values ('tron-mainnet', 1000, '0xa', now(), 1000, '0xa', now(), 1020, now(), 'test') on conflict do nothing`;
  const short = `${hash.slice(0, 6)}…${hash.slice(-6)}`;
  for (const micros of [5_000_000, 12_500_000]) {
    await sight(micros);
    const text = await shown(page, id);
    expect(text).toContain(`href="https://tronscan.org/#/transaction/${hash}"`);
    expect(text).toContain(`aria-label="Transaction ${short}"`);
    expect(text).toContain(`<bdi dir="ltr">${short}</bdi>`);
  }
});

it("several sandbox transfers are listed with amount and time, without a hash", async () => {
  const id = await sandboxPayment("underpaid", "paid");
  const text = await shown(receipt, id);
  expect(text).toContain("Transfers");
  expect(countOf(text, "6.25<")).toBe(2);
  expect(text).not.toContain("Transaction");
});

it("a paid receipt can be shared by its URL, an unpaid one can't", async () => {
  const id = await sandboxPayment("paid");
  for (const route of [page, receipt]) {
    const text = await shown(route, id);
    expect(text).toContain(`data-share="http://localhost:3000/pay/${id}/receipt"`);
    expect(text).toContain('data-title="Receipt from Corner Bookshop: 12.50\u00a0USDT"');
  }
  expect(await shown(receipt, await sandboxPayment())).not.toContain("data-share");
});

const form = (address: string, more: Ask = {}): Ask => ({
  method: "POST",
  body: new URLSearchParams({ email: address }).toString(),
  ...more,
  headers: { "content-type": "application/x-www-form-urlencoded", ...more.headers },
});

const withMail = async <T>(
  work: (server: Awaited<ReturnType<typeof startMailServer>>) => Promise<T>,
  behaviour?: Behaviour,
) => {
  const server = await startMailServer(behaviour);
  return withSettings({ SMTP_URL: server.url, MAIL_FROM: "Till <till@shop.example>" }, () => work(server));
};

describe("the receipt by email", () => {
  it("is offered by a plain form on the paid page and the receipt, and nowhere else", async () => {
    const paid = await sandboxPayment("paid");
    const unpaid = await sandboxPayment("late");
    await withMail(async () => {
      for (const route of [page, receipt]) {
        const text = await shown(route, paid);
        expect(text).toContain(`<form method="post" action="/pay/${paid}/receipt/email"`);
        expect(text).toMatch(/<label for="email"[^>]*>Email the receipt to<\/label>/);
        expect(await shown(route, unpaid)).not.toContain(`for="email"`);
      }
    });
  });

  it("isn't offered where no mail server is set up, and its address is unknown", async () => {
    const id = await sandboxPayment("paid");
    expect(await shown(receipt, id)).not.toContain("<form");
    expect((await ask(email, id, form("me@example.com"))).status).toBe(404);
    expect((await ask(email, id)).status).toBe(404);
  });

  it("is sent in the reader's language, and leads back to the receipt with a notice", async () => {
    const id = await sandboxPayment("paid");
    await withMail(async ({ mails }) => {
      const answer = await ask(email, id, form(" me@example.com ", { headers: { "accept-language": "de" } }));
      expect(answer).toMatchObject({ status: 303, text: "" });
      expect(answer.headers.get("location")).toBe(`/pay/${id}/receipt?sent=1`);
      expect(mails).toHaveLength(1);
      const [mail] = mails;
      expect(mail).toMatchObject({ from: "till@shop.example", to: ["me@example.com"] });
      expect(mail?.headers["auto-submitted"]).toBe("auto-generated");
      expect(mail?.text).toContain("Betrag: 12,50\u00a0USDT");
      expect(mail?.text).toContain("Referenz: <order & 7>");
      expect(mail?.text).toContain(`http://localhost:3000/pay/${id}/receipt`);
      expect(mail?.html).toContain("&lt;order &amp; 7&gt;");
      const told = await ask(receipt, id, { query: "?sent=1" });
      expect(told.text).toMatch(/<p role="status"[^>]*>The receipt is on its way\.<\/p>/);
      expect(told.text).not.toContain("<form");
      expect(told.text).not.toContain("me@example.com");
      expect(await shown(receipt, id)).toContain("<form");
    });
  });

  it.each(["", "nobody", "a@b", "a@example.com, b@example.com", "a@example.com\r\nBcc: b@example.com"])(
    "isn't sent to %j: the form says why, with what was entered",
    async (address) => {
      const id = await sandboxPayment("paid");
      await withMail(async ({ mails }) => {
        const { status, text, headers } = await ask(email, id, form(address));
        expect(status).toBe(422);
        expect(text).toMatch(/role="alert"[^>]*>Enter a valid email address/);
        expect(text).toContain('aria-invalid="true"');
        expect(text).toContain("<title>Enter a valid email address");
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("content-security-policy")).toContain("form-action 'self'");
        expect(mails).toEqual([]);
      });
    },
  );

  it("keeps in the form what was entered, as text", async () => {
    const id = await sandboxPayment("paid");
    await withMail(async () => {
      const { text } = await ask(email, id, form('nobody"><b>'));
      expect(text).toContain('value="nobody&quot;&gt;&lt;b&gt;"');
    });
  });

  it("isn't sent from another site's form", async () => {
    const id = await sandboxPayment("paid");
    await withMail(async ({ mails }) => {
      for (const [name, value] of [
        ["sec-fetch-site", "cross-site"],
        ["origin", "https://evil.example"],
      ] as const) {
        const { status, text } = await ask(email, id, form("me@example.com", { headers: { [name]: value } }));
        expect(status).toBe(403);
        expect(text).not.toContain("me@example.com");
      }
      const own = { "sec-fetch-site": "same-origin", origin: "null" };
      expect((await ask(email, id, form("me@example.com", { headers: own }))).status).toBe(303);
      expect(mails).toHaveLength(1);
    });
  });

  it("isn't sent of a payment that isn't paid, nor of an unknown one", async () => {
    await withMail(async ({ mails }) => {
      const unpaid = await ask(email, await sandboxPayment(), form("me@example.com"));
      expect(unpaid).toMatchObject({ status: 409, text: expect.stringContaining("Not paid") });
      expect((await ask(email, randomUUID(), form("me@example.com"))).status).toBe(404);
      expect(mails).toEqual([]);
    });
  });

  it("is sent three times an hour for a payment", async () => {
    const id = await sandboxPayment("paid");
    await withMail(async ({ mails }) => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) => ask(email, id, form(`customer-${n}@example.com`))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 303, 429, 429]);
      expect(mails).toHaveLength(3);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3_500);
      expect(refused?.text).toContain("Too many attempts. Try again later.");
      expect(refused?.text).toMatch(/value="customer-\d@example\.com"/);
    });
  });

  it("is sent five times a minute for an address, whatever was entered", async () => {
    const headers = { "x-real-ip": "203.0.113.77" };
    await withMail(async ({ mails }) => {
      const id = await sandboxPayment("paid");
      for (let n = 0; n < 5; n++) expect((await ask(email, id, form("nobody", { headers }))).status).toBe(422);
      const refused = await ask(email, id, form("me@example.com", { headers }));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
      expect(refused.headers.get("ratelimit-policy")).toBe('"receiptAddress";q=5;w=60');
      expect(mails).toEqual([]);
    });
  });

  it.each(["refuse", "hang"] as const)("says that it wasn't sent where the mail server would %s", async (behaviour) => {
    const id = await sandboxPayment("paid");
    await withMail(async () => {
      const { status, headers, text } = await ask(email, id, form("me@example.com"));
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("60");
      expect(text).toContain("The receipt couldn&#x27;t be sent. Try again in a minute.");
      expect(text).toContain('value="me@example.com"');
    }, behaviour);
  });

  it("is on its way where the mail server defers it", async () => {
    const id = await sandboxPayment("paid");
    await withMail(
      async ({ mails }) => {
        const answer = await ask(email, id, form("me@example.com"));
        expect([answer.status, answer.headers.get("location")]).toEqual([303, `/pay/${id}/receipt?sent=1`]);
        expect(mails).toEqual([]);
      },
      { defers: 1 },
    );
  });

  it("takes no body that is too large", async () => {
    const id = await sandboxPayment("paid");
    await withMail(async ({ mails }) => {
      expect((await ask(email, id, form("x".repeat(70_000)))).status).toBe(413);
      expect(mails).toEqual([]);
    });
  });

  it("leads back to the receipt where its address is opened as a page, and refuses other methods", async () => {
    const id = await sandboxPayment("paid");
    await withMail(async () => {
      const answer = await ask(email, id, { query: "?lang=de" });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toBe(`/pay/${id}/receipt?lang=de`);
      const refused = await email.PUT(new Request(`http://localhost:3000/pay/${id}/receipt/email`, { method: "PUT" }));
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")).toBe("GET, HEAD, POST");
    });
  });
});

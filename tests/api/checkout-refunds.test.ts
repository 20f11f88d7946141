import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import * as receipt from "@/app/pay/[id]/receipt/route";
import * as refundAddress from "@/app/pay/[id]/refund-address/route";
import * as page from "@/app/pay/[id]/route";
import * as window from "@/app/pay/[id]/window/route";
import { hexFromTron } from "@/lib/base/tron/address";
import { LOCALES } from "@/lib/customer/checkout/locales";
import { escapeHtml } from "@/lib/customer/checkout/markup/html-of";
import { WORDS } from "@/lib/customer/checkout/words/all";
import type { Endpoint } from "@/lib/service/api/answer";
import { buildPaymentPage } from "@/scripts/lib/build-payment-page.mjs";
import { refundedPayment } from "@/tests/support/customers-refund";
import { liveMerchant, randomAddresses, turnLiveOn } from "@/tests/support/live";

turnLiveOn();
beforeAll(() => buildPaymentPage());

const someAddress = () => randomAddresses(1)[0] as string;
const BELOW = new Map<Endpoint, string>([
  [receipt, "/receipt"],
  [window, "/window"],
]);

async function shown(route: Endpoint, id: string, query = "") {
  const url = `http://localhost:3000/pay/${id}${BELOW.get(route) ?? ""}${query}`;
  return (await route.GET(new Request(url, { headers: { "x-real-ip": randomUUID() } }))).text();
}

/** Without marks of elements, so that an address in groups is one text. */
const textOf = (html: string) => html.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ");

async function submit(id: string, address: string) {
  const route: Endpoint = refundAddress;
  const request = new Request(`http://localhost:3000/pay/${id}/refund-address`, {
    method: "POST",
    body: new URLSearchParams({ address }).toString(),
    headers: {
      "x-real-ip": randomUUID(),
      host: "localhost:3000",
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  const answer = await route.POST(request);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("the page of a paid payment", () => {
  it("has no form until a refund waits for an address, then says how much and that the shop confirms it", async () => {
    const { id, ...refund } = await refundedPayment();
    expect(await shown(page, id)).not.toMatch(/refund-address|data-refunding/);
    await refund.prepare("4.5");
    const html = await shown(page, id);
    expect(html).toMatch(/<form method="post" action="\/pay\/[-0-9a-f]{36}\/refund-address"/);
    expect(html).toContain('data-refunding="true"');
    expect(textOf(html)).toContain(
      "The store is refunding 4.50 USDT to you. Enter your wallet address below. The store confirms the address before sending.",
    );
    expect(textOf(html)).toContain("Waiting for your address4.50 USDT");
    expect(html).not.toContain("data-return");
  });

  it("shows the address that was left, lets it be changed without a script, and no more once it is confirmed", async () => {
    const { id, ...refund } = await refundedPayment();
    const [first, second] = [someAddress(), someAddress()];
    const refundId = await refund.prepare("4.5");
    expect((await submit(id, first)).status).toBe(303);
    const left = await shown(page, id);
    expect(textOf(left)).toContain(first);
    expect(textOf(left)).toContain("The store confirms this address before it sends 4.50 USDT.");
    expect(left).toMatch(/<details><summary[^>]*>Change address<\/summary><form method="post"/);

    const refused = await submit(id, "TXYZ");
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/<details open=""><summary/);
    expect(refused.text.match(/id="refund-problem"/g)).toHaveLength(1);
    expect(refused.text).toContain('value="TXYZ"');
    expect((await submit(id, second)).status).toBe(303);
    expect(textOf(await shown(page, id))).toContain(second);

    await refund.confirm(refundId, second);
    const confirmed = await shown(page, id);
    expect(confirmed).not.toContain("<form");
    expect(textOf(confirmed)).toContain("Waiting to be sent4.50 USDT");
    const late = await submit(id, first);
    expect(late.status).toBe(409);
    expect(late.text).toContain(WORDS.en.refundTaken);
  });

  it("is changed ten times an hour at most, however many addresses customers come from", async () => {
    const { id, ...refund } = await refundedPayment();
    await refund.prepare("4.5");
    for (let left = 0; left <= 10; left += 1) expect((await submit(id, someAddress())).status).toBe(303);
    const { status, headers, text } = await submit(id, someAddress());
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(text).toContain(WORDS.en.refundLimited);
  });

  it("never says that a refund failed, and stops being open when the last one is final", async () => {
    const { id, ...refund } = await refundedPayment();
    const refundId = await refund.prepare("4.5", someAddress());
    await refund.send(refundId);
    expect(textOf(await shown(page, id))).toContain("Being sent4.50 USDT");
    await refund.fail(refundId);
    expect(textOf(await shown(page, id))).toContain("Waiting to be sent4.50 USDT");
    expect(textOf(await shown(page, id)).toLowerCase()).not.toContain("fail");
    await refund.again(refundId);
    await refund.send(refundId);
    await refund.finish(refundId);
    const html = await shown(page, id);
    expect(html).not.toContain("data-refunding");
    expect(textOf(html)).toContain("Refunded4.50 USDT");
  });

  it("is complete in every language and within the page's budget, with two refunds and a form", async () => {
    const { id, ...refund } = await refundedPayment("late");
    await refund.prepare("3.25", someAddress());
    await refund.prepare("4.5");
    const form = async (locale: string) => shown(page, id, `?lang=${locale}`);
    const asked = new Map(await Promise.all(LOCALES.map(async (locale) => [locale, await form(locale)] as const)));
    await submit(id, someAddress());
    for (const locale of LOCALES) {
      const words = WORDS[locale];
      const first = asked.get(locale) ?? "";
      const second = await form(locale);
      for (const part of [words.refund, words.refundNeedsAddress, words.refundPrepared, words.refundSave])
        expect(first, locale).toContain(escapeHtml(part));
      for (const part of [words.refundUnconfirmed, words.refundChange])
        expect(second, locale).toContain(escapeHtml(part));
      for (const html of [first, second]) {
        expect(textOf(html), locale).not.toMatch(/\{\w+\}/);
        expect(Buffer.byteLength(html), locale).toBeLessThanOrEqual(14_000);
      }
    }
  });

  it("is linked from the window of checkout.js, which has no form", async () => {
    const { id, ...refund } = await refundedPayment();
    await refund.prepare("4.5");
    const tree = await shown(window, id);
    expect(tree).toMatch(new RegExp(`"href":"[^"]*/pay/${id}\\?lang=en"`));
    expect(tree).toContain('"Refund"');
    expect(tree).not.toMatch(/"form"|data-refunding/);
  });
});

describe("the receipt", () => {
  it("has what was paid and refunded, and of each refund the time with its zone, the address and the transaction", async () => {
    const live = await liveMerchant();
    const { sql } = live.ctx.db;
    const [id, to, from, hash] = [randomUUID(), someAddress(), someAddress(), randomBytes(32).toString("hex")];
    await sql`update terminals set time_zone = 'Asia/Kathmandu' where merchant_id = ${live.merchantId}`;
    await sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros,
                                   receive_address, expires_at)
      select ${id}, ${live.merchantId}, id, 'live', 12500000, 12500000, ${hexFromTron(from)}, now() + interval '10 min'
        from terminals where merchant_id = ${live.merchantId} limit 1`;
    await sql`
      insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
      values (${live.merchantId}, ${id}, 'tron-mainnet', ${`0x${randomBytes(32).toString("hex")}`}, 0, 12500000, now(), true)`;
    await sql`update payment_intents set status = 'paid', paid_at = now() where id = ${id}`;
    const [refund] = await sql<[{ id: string }]>`
      insert into refunds (merchant_id, environment, intent_id, status, from_address, to_address, amount_micros, prepared_by)
      values (${live.merchantId}, 'live', ${id}, 'prepared', ${hexFromTron(from)}, ${hexFromTron(to)}, 4500000,
              ${live.member.actor.userId}) returning id`;
    expect(textOf(await shown(receipt, id))).not.toContain("Refunded");
    const [sent] = await sql<[{ id: string }]>`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      values (${live.merchantId}, 'tron-mainnet', ${`0x${hash}`}, 0, ${hexFromTron(from)}, ${hexFromTron(to)}, 4500000, 7,
              '2026-03-01T14:00:00Z') returning id`;
    await sql`
      update refunds set status = 'final', final_at = '2026-03-01T14:00:00Z', outgoing_id = ${sent.id}
       where id = ${refund.id}`;
    const html = await shown(receipt, id);
    expect(textOf(html)).toMatch(/Amount12\.50 USDTRefunded4\.50 USDT.*NetworkTRON.*Refund.*Refunded4\.50 USDT/);
    expect(html).toContain("<bdi>1 Mar 2026, 19:45</bdi>, <bdi>Kathmandu (UTC+5:45)</bdi>");
    expect(textOf(html)).toContain(`Refund address${to}`);
    expect(html).toContain(`<a href="https://tronscan.org/#/transaction/${hash}" target="_blank" rel="noreferrer"`);
    expect(html).toContain(`print:inline">${hash}</span>`);
    expect(await shown(page, id)).toContain(hash);
  });

  it("of a refund in the sandbox names no transaction, and is linked from the page of a payment that expired", async () => {
    const { id, ...refund } = await refundedPayment("late");
    const to = someAddress();
    const refundId = await refund.prepare("4.5", to);
    expect(await shown(page, id)).not.toContain("/receipt");
    await refund.finish(refundId);
    expect(await shown(page, id)).toContain(`href="/pay/${id}/receipt"`);
    const text = textOf(await shown(receipt, id));
    expect(text).toContain(`Refund address${to}`);
    expect(text).not.toContain("cdcdcdcd");
    expect(text).toContain("Sandbox: no real money moved.");
  });
});

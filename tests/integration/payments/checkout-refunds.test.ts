import { describe, expect, it } from "vitest";
import { publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { newsOf } from "@/lib/customer/checkout/face";
import { getStatus } from "@/lib/payments/intents/get-status";
import { leaveRefundAddress } from "@/lib/payments/intents/leave-refund-address";
import { getCheckout, getCheckoutVersion } from "@/lib/payments/page/get-checkout";
import { getProgress } from "@/lib/payments/page/get-progress";
import { clearRefundAddress } from "@/lib/payments/refunds/clear-refund-address";
import { openPage, startHub } from "@/tests/support/customers";
import { refundedPayment } from "@/tests/support/customers-refund";
import { randomAddresses, turnLiveOn } from "@/tests/support/live";
import { auditOf } from "@/tests/support/member-context";
import { waitFor } from "@/tests/support/wait";

turnLiveOn();

const customer = () => publicContext(database());
const leave = (id: string, address: string) => leaveRefundAddress(customer(), { id, address });
const addresses = (count: number) => randomAddresses(count) as string[];

async function shown(id: string) {
  const checkout = await getCheckout(customer(), id);
  if (!checkout) throw new Error("the payment is gone");
  const { refunds, refundAsked, refunded, refundAddress } = checkout;
  return { states: refunds.map(({ state }) => state), refunds, refundAsked, refunded, left: refundAddress?.address };
}

const acts = async (merchantId: string) =>
  (await auditOf(merchantId)).map(({ action }) => action).filter((action) => action.startsWith("refund.address_"));

describe("a refund of a paid payment", () => {
  it("waits for the address, for the shop, to be sent, and is refunded; a failure is only more waiting", async () => {
    const { id, ctx, ...refund } = await refundedPayment();
    const [first = "", second = "", third = ""] = addresses(3);
    expect(await leave(id, first)).toBe("closed");
    const refundId = await refund.prepare("4.5");
    expect(await shown(id)).toMatchObject({ states: ["needsAddress"], refundAsked: "4.50", refunded: null });
    expect(await leave(id, first)).toBe(null);
    expect(await shown(id)).toMatchObject({ states: ["unconfirmed"], left: first });
    expect(await leave(id, second)).toBe(null);
    expect(await shown(id)).toMatchObject({ states: ["unconfirmed"], left: second, refunds: [{ address: null }] });
    // a change writes both of its entries at one time
    expect((await acts(ctx.merchantId)).sort()).toEqual([
      "refund.address_cleared",
      "refund.address_left",
      "refund.address_left",
    ]);

    await refund.confirm(refundId, second);
    expect(await shown(id)).toMatchObject({ states: ["prepared"], refundAsked: null, refunds: [{ address: second }] });
    expect(await leave(id, third)).toBe("taken");
    await refund.send(refundId);
    expect((await shown(id)).states).toEqual(["sending"]);
    await refund.fail(refundId);
    expect((await shown(id)).states).toEqual(["prepared"]);
    await refund.again(refundId);
    await refund.send(refundId);
    await refund.finish(refundId, new Date("2026-03-02T01:40:00.000Z"));
    expect(await shown(id)).toMatchObject({
      refunded: "4.50",
      left: second,
      refunds: [{ state: "refunded", amount: "4.50", address: second, at: "2026-03-02T01:40:00.000Z" }],
    });
    expect((await getStatus(customer(), id)).status).toBe("paid");
  });

  it("that was cancelled isn't shown, and asks for nothing", async () => {
    const { id, ...refund } = await refundedPayment();
    await refund.cancel(await refund.prepare("4"));
    expect(await shown(id)).toMatchObject({ states: [], refundAsked: null });
    expect(await leave(id, addresses(1)[0] ?? "")).toBe("closed");
  });

  it("is one of several: the address of a confirmed one stays, that of another can still be changed", async () => {
    const { id, ...refund } = await refundedPayment();
    const [first = "", second = ""] = addresses(2);
    const confirmed = await refund.prepare("4");
    await refund.prepare("3");
    expect((await shown(id)).refundAsked).toBe("7.00");
    await leave(id, first);
    await refund.confirm(confirmed, first);
    expect(await leave(id, second)).toBe(null);
    expect(await shown(id)).toMatchObject({
      refundAsked: "3.00",
      left: second,
      refunds: [
        { state: "prepared", address: first },
        { state: "unconfirmed", address: null },
      ],
    });
  });

  it("has one address after twenty customers left one of their own at once, and the log names each change", async () => {
    const { id, ctx, ...refund } = await refundedPayment();
    await refund.prepare("4");
    const all = addresses(20);
    expect(await Promise.all(all.map((address) => leave(id, address)))).toEqual(Array(20).fill(null));
    expect(all).toContain((await shown(id)).left);
    const log = await acts(ctx.merchantId);
    expect(log.filter((action) => action === "refund.address_left")).toHaveLength(20);
    expect(log.filter((action) => action === "refund.address_cleared")).toHaveLength(19);
  });

  it("keeps the address that was confirmed while another one came", async () => {
    const { id, ...refund } = await refundedPayment();
    const [first = "", second = ""] = addresses(2);
    const refundId = await refund.prepare("4");
    await leave(id, first);
    const [, late] = await Promise.all([refund.confirm(refundId, first), leave(id, second)]);
    const { refunds, left } = await shown(id);
    expect(refunds).toMatchObject([{ state: "prepared", address: first }]);
    expect(left).toBe(late === null ? second : first);
    expect(await leave(id, second)).toBe(late === null ? "taken" : late);
  });

  it("asks again once a member has cleared the address", async () => {
    const { id, ctx, ...refund } = await refundedPayment("late");
    const [address = ""] = addresses(1);
    await refund.prepare("4");
    await leave(id, address);
    await clearRefundAddress(ctx, { intentId: id, address });
    expect((await shown(id)).states).toEqual(["needsAddress"]);
  });
});

describe("an open page", () => {
  it("has another version and hears of news after each move of a refund, and no other", async () => {
    const { id, ctx, ...refund } = await refundedPayment();
    const [address = ""] = addresses(1);
    const now = async () => {
      const found = await getCheckoutVersion(customer(), id);
      return { version: found?.version, news: newsOf(await getProgress(customer(), id)) };
    };
    const seen = [await now()];
    expect(await now()).toEqual(seen[0]);
    const refundId = await refund.prepare("4.5");
    const steps = [
      () => Promise.resolve(),
      () => leave(id, address),
      () => refund.confirm(refundId, address),
      () => refund.send(refundId),
      () => refund.fail(refundId),
      () => refund.again(refundId),
      () => refund.finish(refundId),
    ];
    for (const step of steps) {
      await step();
      seen.push(await now());
      expect(await now()).toEqual(seen.at(-1));
    }
    expect(new Set(seen.map(({ version }) => version)).size).toBe(seen.length);
    expect(new Set(seen.map(({ news }) => news)).size).toBe(seen.length);
  });

  it("is told of each move at once, and that nothing follows when the last refund is final", async () => {
    const { id, ...refund } = await refundedPayment();
    const [address = ""] = addresses(1);
    const { hub } = startHub();
    expect((await openPage(hub, id)).ended).toBe(true);
    const [first, second] = [await refund.prepare("4"), await refund.prepare("3", address)];
    const page = await openPage(hub, id);
    const steps = [
      () => leave(id, address),
      () => refund.confirm(first, address),
      () => refund.send(first),
      () => refund.finish(first),
      () => refund.cancel(second),
    ];
    for (const [index, step] of steps.entries()) {
      expect([page.ended, page.states.at(-1)?.refunding]).toEqual([false, true]);
      await step();
      await waitFor(`news ${index}`, () => page.states.length >= index + 2);
    }
    expect([page.ended, page.states.at(-1)?.refunding]).toEqual([true, undefined]);
    expect(hub.count()).toBe(0);
  });
});

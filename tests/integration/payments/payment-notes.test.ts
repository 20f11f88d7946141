import { beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { AnnotateInput, annotateIntent } from "@/lib/payments/timeline/annotate";
import { getNote, type PaymentNote } from "@/lib/payments/timeline/get-note";
import { relatedPayments } from "@/lib/payments/timeline/related-payments";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { type MadePayment, makePayments } from "@/tests/support/payments";

let merchant: MerchantFixture;
let payment: MadePayment;

beforeEach(async () => {
  merchant = await createMerchantFixture();
  payment = (await makePayments(merchant, [{ reference: "Order-7" }]))[0] as MadePayment;
});

const NOTHING = { note: "", tags: [] as string[] };

const annotate = (ctx: MemberContext, note: string, tags: string, shown = NOTHING) =>
  annotateIntent(ctx, AnnotateInput.parse({ id: payment.id, note, tags, shown }));

describe("a payment's note and tags", () => {
  it("are set, changed and emptied; the audit log has who did it, and what was there before", async () => {
    const ctx = await memberContext(merchant, { role: "manager" });
    expect(await getNote(ctx, payment.id)).toBeNull();
    await annotate(ctx, " Called the customer. ", "VIP, refund,vip, ");
    await annotate(ctx, "Called the customer.", "VIP,refund");
    expect(await getNote(ctx, payment.id)).toMatchObject({ note: "Called the customer.", tags: ["VIP", "refund"] });
    const other = await memberContext(merchant);
    await annotate(other, "", "", { note: "Called the customer.", tags: ["VIP", "refund"] });
    const { sql } = database();
    const [{ email }] = await sql<[{ email: string }]>`select email from users where id = ${other.actor.userId}`;
    expect(await getNote(ctx, payment.id)).toMatchObject({ note: "", tags: [], who: email });
    const set = { note: "Called the customer.", tags: ["VIP", "refund"] };
    const empty = { note: "", tags: [] };
    const entries = (await auditOf(merchant.merchantId)).filter(({ action }) => action === "intent.annotated");
    expect(entries.map(({ target_id, before, after }) => [target_id, before, after])).toEqual([
      [payment.id, empty, set],
      [payment.id, set, empty],
    ]);
  });

  it("are returned as they are stored, which is what the next edit replaces", async () => {
    const ctx = await memberContext(merchant);
    expect(await annotate(ctx, " ", ",")).toBeNull();
    const saved = (await annotate(ctx, " Called the customer. ", "VIP,vip")) as PaymentNote;
    expect(saved).toMatchObject({ note: "Called the customer.", tags: ["VIP"] });
    expect(saved).toEqual(await getNote(ctx, payment.id));
    expect(await annotate(ctx, "Called the customer.", "VIP")).toEqual(saved);
    const next = await annotate(ctx, "Called the customer. Wants it by Friday.", "VIP", saved);
    expect(next).toEqual(await getNote(ctx, payment.id));
    expect(next).toMatchObject({ note: "Called the customer. Wants it by Friday." });
  });

  it("are refused at their field if they are too long or too many", () => {
    const fieldsOf = (note: string, tags: string) =>
      AnnotateInput.safeParse({ id: payment.id, note, tags, shown: NOTHING }).error?.issues.map(({ path }) =>
        path.join(),
      );
    expect(fieldsOf("x".repeat(2_001), "")).toEqual(["note"]);
    expect(fieldsOf("", "x".repeat(31))).toEqual(["tags"]);
    expect(fieldsOf("", Array.from({ length: 11 }, (_, n) => n).join())).toEqual(["tags"]);
    expect(fieldsOf("x".repeat(2_000), Array.from({ length: 10 }, () => "y".repeat(30)).join())).toBeUndefined();
  });

  it("are those of a payment that the member may see, and no one else's", async () => {
    const foreign = await memberContext(await createMerchantFixture());
    const live = await memberContext(merchant, { environment: "live" });
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [] });
    for (const ctx of [foreign, live, cashier]) {
      await expect(annotate(ctx, "Taken over", "")).rejects.toMatchObject({ code: "not_found" });
    }
    const ctx = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    await annotate(ctx, "Ours", "");
    expect(await getNote(foreign, payment.id)).toBeNull();
    const actions = (await auditOf(foreign.merchantId)).map(({ action }) => action);
    expect(actions).not.toContain("intent.annotated");
  });

  it("don't replace what another member has saved since they were shown", async () => {
    const [anna, ben] = [await memberContext(merchant), await memberContext(merchant)];
    await annotate(anna, "Called the customer.", "VIP");
    const { who } = (await getNote(ben, payment.id)) as PaymentNote;
    for (const shown of [NOTHING, { note: "Called the customer.", tags: [] }, { note: "", tags: ["VIP"] }]) {
      const refused = annotate(ben, "Wants it by Friday.", "VIP", shown);
      await expect(refused).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining(who) });
    }
    expect(await getNote(ben, payment.id)).toMatchObject({ note: "Called the customer.", tags: ["VIP"], who });
    await annotate(ben, "Called. Wants it by Friday.", "VIP", { note: "Called the customer.", tags: ["VIP"] });
    expect(await getNote(anna, payment.id)).toMatchObject({ note: "Called. Wants it by Friday.", tags: ["VIP"] });
  });

  it("sent by twenty at once are saved once, with one entry in the audit log, and the others are refused", async () => {
    const ctx = await memberContext(merchant);
    const sent = Array.from({ length: 20 }, (_, n) => annotate(ctx, `note ${n}`, ""));
    const answers = await Promise.allSettled(sent);
    const reasons = answers.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(reasons).toEqual(Array.from({ length: 19 }, () => "conflict"));
    const entries = (await auditOf(merchant.merchantId)).filter(({ action }) => action === "intent.annotated");
    const saved = { note: (await getNote(ctx, payment.id))?.note, tags: [] };
    expect(entries.map(({ before, after }) => [before, after])).toEqual([[NOTHING, saved]]);
    expect(saved.note).toBe(`note ${answers.findIndex(({ status }) => status === "fulfilled")}`);
  });
});

describe("related payments", () => {
  it("share the reference in any case, in the same business and environment, at terminals that the member sees", async () => {
    const bar = (await createTerminal(merchant.ctx, { name: "Bar" })).id;
    const [alike, atBar] = await makePayments(merchant, [
      { reference: "ORDER-7", status: "expired", createdAt: "2026-03-02T10:00:00Z" },
      { reference: "order-7", terminalId: bar, createdAt: "2026-03-03T10:00:00Z" },
      { reference: "order-70" },
      { reference: "order-7", environment: "live" },
    ]);
    await makePayments(await createMerchantFixture(), [{ reference: "order-7" }]);
    const ids = async (ctx: MemberContext) => (await relatedPayments(ctx, payment)).payments.map(({ id }) => id);
    expect(await ids(await memberContext(merchant))).toEqual([atBar?.id, alike?.id]);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    expect(await ids(cashier)).toEqual([alike?.id]);
    const [alone] = await makePayments(merchant, [{}]);
    expect((await relatedPayments(await memberContext(merchant), alone as MadePayment)).payments).toEqual([]);
  });

  it("are the newest, of the terminals that the member may see", async () => {
    const bar = (await createTerminal(merchant.ctx, { name: "Bar" })).id;
    const at = (hour: number) => `2026-03-04T${String(hour).padStart(2, "0")}:00:00Z`;
    const own = await makePayments(
      merchant,
      Array.from({ length: 12 }, (_, hour) => ({ reference: "table 4", createdAt: at(hour) })),
    );
    await makePayments(
      merchant,
      Array.from({ length: 11 }, (_, n) => ({ reference: "Table 4", terminalId: bar, createdAt: at(n + 12) })),
    );
    const [shown] = await makePayments(merchant, [{ reference: "table 4", createdAt: at(23) }]);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    const { payments, isMore } = await relatedPayments(cashier, shown as MadePayment);
    const newest = own.slice(2).reverse();
    expect(payments.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
    expect(isMore).toBe(true);
    const manager = await relatedPayments(await memberContext(merchant), shown as MadePayment);
    expect(manager.payments.map(({ createdAt }) => createdAt.toISOString().slice(11, 13))).toEqual(
      Array.from({ length: 10 }, (_, n) => String(22 - n)),
    );
  });

  it("include the request for the remaining amount, both ways, and say when there are more than ten", async () => {
    const ctx = await memberContext(merchant, { environment: "live" });
    const [first, rest] = await makePayments(merchant, [
      { environment: "live", status: "expired", reference: "a" },
      { environment: "live", reference: "b" },
    ]);
    await database().sql`
      insert into attention_items (merchant_id, kind, intent_id, amount_micros, resolution, resolved_at, rest_intent_id)
      values (${merchant.merchantId}, 'partial', ${first?.id as string}, 5, 'asked', now(), ${rest?.id as string})`;
    const idsOf = async (one: MadePayment | undefined) =>
      (await relatedPayments(ctx, one as MadePayment)).payments.map(({ id }) => id);
    expect(await idsOf(first)).toEqual([rest?.id]);
    expect(await idsOf(rest)).toEqual([first?.id]);
    await makePayments(
      merchant,
      Array.from({ length: 11 }, () => ({ environment: "live" as const, reference: "A" })),
    );
    const related = await relatedPayments(ctx, first as MadePayment);
    expect([related.payments.length, related.isMore]).toEqual([11, true]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { exportBooks } from "@/lib/settlement/books/book-export";
import { monthBefore } from "@/lib/settlement/books/book-span";
import { nextBooksMailDueMs, sendDueBooks } from "@/lib/settlement/books/send-due-books";
import { isSubscribedToBooks, subscribeToBooks, unsubscribeFromBooks } from "@/lib/settlement/books/subscribe";
import { renewed, stranger, withSettings } from "@/tests/support/accounts";
import { writeLines } from "@/tests/support/book-lines";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { startMailServer } from "@/tests/support/mail-server";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { readCsv } from "@/tests/support/read-exports";

const MANY = 100;
const engine = () => renewed(stranger());
const today = new Date().toISOString().slice(0, 10);
const month = monthBefore(today);
const monthName = new Date(month.from).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

let merchant: MerchantFixture;

beforeEach(async () => {
  merchant = await createMerchantFixture();
});

afterEach(() => database().sql`delete from book_subscriptions`);

async function withMail(work: (post: Awaited<ReturnType<typeof startMailServer>>) => Promise<void>, refuses = false) {
  const post = await startMailServer(refuses ? "refuse" : "take");
  await withSettings({ SMTP_URL: post.url, MAIL_FROM: "till@shop.example" }, () => work(post));
}

async function subscriber(options: Parameters<typeof memberContext>[1] = {}) {
  const ctx = renewed(await memberContext(merchant, options));
  await subscribeToBooks(ctx);
  return ctx;
}

/** As if the subscription were older by a month, and an engine looked now. */
const age = () => database().sql`
  update book_subscriptions set sent_through = (sent_through - interval '40 days')::date, due_at = now()`;

const rowOf = async ({ actor }: MemberContext) => {
  const [row] = await database().sql<[{ through: string; failures: number; minutes: number }]>`
    select sent_through::text as through, failures, round(extract(epoch from due_at - now()) / 60)::int as minutes
      from book_subscriptions where user_id = ${actor.userId}`;
  return row;
};

/** A sale and a payment that agree, and what has no value. */
async function fill(ctx: MemberContext) {
  const at = `${month.from}T12:00:00Z`;
  await makePayments(merchant, [{ createdAt: at, amountMicros: 27_130_000n }]);
  const value = { currency: "EUR", valueMinor: 2_490n, rate: "1.0895", rateSource: "quote" as const };
  await writeLines(ctx, [
    { kind: "sale", at, micros: 27_130_000n, ...value },
    { kind: "late", at, micros: 1_000_000n },
  ]);
}

describe("the accounting export by email", () => {
  it("has the file of the page, whether it agrees, a link to the page and one to unsubscribe", async () => {
    await withMail(async (post) => {
      const ctx = await subscriber();
      await fill(ctx);
      expect(await sendDueBooks(engine(), MANY)).toBe(0);
      expect(await nextBooksMailDueMs(engine())).toBeGreaterThan(0);
      await age();
      expect(await sendDueBooks(engine(), MANY, AbortSignal.abort())).toBe(0);
      expect(await sendDueBooks(engine(), MANY)).toBe(1);
      const [mail, ...others] = post.mails;
      expect(others).toEqual([]);
      expect(mail?.headers.subject).toContain(`Accounting of Corner Bookshop, ${monthName}`);
      const page = `/dashboard/${merchant.merchantId}/sandbox/reports/accounting?from=${month.from}&to=${month.to}`;
      for (const text of ["has 2 lines and is attached", "everything agrees", "known: 1.", page, `${page}#email`]) {
        expect(mail?.text).toContain(text);
      }
      const [name = "", ...more] = Object.keys(mail?.attachments ?? {});
      expect([name, more]).toEqual([`accounting-sandbox-${month.from}-${month.to}.csv`, []]);
      const rows = await readCsv(exportBooks(ctx, { ...month, zone: "UTC", now: new Date() }));
      const attached = (mail?.attachments[name] ?? "").replace("\uFEFF", "").trimEnd().split("\r\n");
      expect(attached).toHaveLength(rows.length);
      expect(attached.slice(0, 3)).toEqual(rows.slice(0, 3).map((row) => row.join(",")));
      expect(await rowOf(ctx)).toMatchObject({ through: month.to, failures: 0 });
      expect(await sendDueBooks(engine(), MANY)).toBe(0);
    });
  });

  it("is sent once by eight engines at once, an hour after the month has ended everywhere", async () => {
    await withMail(async (post) => {
      const members = [await subscriber(), await subscriber({ role: "viewer" })];
      await age();
      await Promise.all(Array.from({ length: 8 }, () => sendDueBooks(engine(), MANY)));
      expect(post.mails).toHaveLength(2);
      const ends = Date.parse(`${monthAfter(month.to)}T01:00:00Z`);
      for (const member of members) {
        const due = Math.round((ends - Date.now()) / 60_000);
        expect(Math.abs(((await rowOf(member))?.minutes ?? 0) - due)).toBeLessThanOrEqual(1);
      }
    });
  });

  it("is tried again when the mail server refuses it, and given up after the eighth time", async () => {
    await withMail(async (post) => {
      const ctx = await subscriber();
      await age();
      for (let failures = 1; failures < 8; failures++) {
        expect(await sendDueBooks(engine(), MANY)).toBe(1);
        expect(await rowOf(ctx)).toMatchObject({ failures, minutes: 15 });
        await database().sql`update book_subscriptions set due_at = now()`;
      }
      await sendDueBooks(engine(), MANY);
      expect(await rowOf(ctx)).toMatchObject({ through: month.to, failures: 0 });
      expect(post.mails).toEqual([]);
    }, true);
  });

  it("isn't sent to members who may no longer export reports, nor after they unsubscribed", async () => {
    await withMail(async (post) => {
      const [cashier, gone] = [await subscriber(), await subscriber()];
      await database().sql`
        update memberships set role = 'cashier', terminal_ids = '{}' where user_id = ${cashier.actor.userId}`;
      expect(await isSubscribedToBooks(gone)).toBe(true);
      await unsubscribeFromBooks(gone);
      expect(await isSubscribedToBooks(gone)).toBe(false);
      await age();
      expect(await sendDueBooks(engine(), MANY)).toBe(1);
      expect(post.mails).toEqual([]);
    });
  });

  it("needs a mail server", async () => {
    await expect(subscriber()).rejects.toMatchObject({ code: "invalid_transition" });
    expect([await sendDueBooks(engine(), MANY), await nextBooksMailDueMs(engine())]).toEqual([0, null]);
  });
});

/** The first day after the month that follows a day. */
function monthAfter(day: string): string {
  const [year, index] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, index + 1, 1)).toISOString().slice(0, 10);
}

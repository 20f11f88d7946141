import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, sql as fragment, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, merchants, paymentIntents, terminals, webhookEndpoints } from "@/drizzle/schema";
import { database, orm } from "@/lib/base/db/client";

async function merchantWithTerminal() {
  const [merchant] = await database().orm.insert(merchants).values({ name: "Shop" }).returning();
  const merchantId = merchant?.id ?? "";
  const [terminal] = await database().orm.insert(terminals).values({ merchantId, name: "Bar" }).returning();
  return { merchantId, terminalId: terminal?.id ?? "" };
}

it("builder and plain SQL are one transaction: both see what the other wrote, and both are rolled back", async () => {
  const { sql } = database();
  const name = randomUUID();
  await sql
    .begin(async (tx) => {
      await orm(tx).insert(merchants).values({ name });
      expect(await tx`select name from merchants where name = ${name}`).toHaveLength(1);
      await tx`insert into merchants (name) values (${name})`;
      expect(await orm(tx).select().from(merchants).where(eq(merchants.name, name))).toHaveLength(2);
      throw new Error("rolled back");
    })
    .catch((error: Error) => expect(error.message).toBe("rolled back"));
  expect(await database().orm.select().from(merchants).where(eq(merchants.name, name))).toEqual([]);
});

it("values are the same by either: moments, amounts, JSON, lists and bytes", async () => {
  const { sql, orm: db } = database();
  const { merchantId, terminalId } = await merchantWithTerminal();
  const draft = {
    id: randomUUID(),
    merchantId,
    terminalId,
    environment: "sandbox",
    amountMicros: 999_999_999_999_999n,
    metadata: { "ü\"'\\": "{1,2}" },
    expiresAt: new Date("2026-03-01T10:30:00.123Z"),
  };
  await db.insert(paymentIntents).values(draft);
  const [built] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, draft.id));
  expect(built).toMatchObject({ ...draft, receivedMicros: 0n, paidAt: null });
  const [plain] = await sql`
    select amount_micros as "amountMicros", metadata, jsonb_typeof(metadata) as type, expires_at as "expiresAt"
      from payment_intents where id = ${draft.id}`;
  const { amountMicros, metadata, expiresAt } = draft;
  expect(plain).toEqual({ amountMicros, metadata, expiresAt, type: "object" });

  const eventTypes = ["payment.success", 'a"b,c}'];
  const endpoint = { merchantId, environment: "sandbox", url: "https://shop.example", eventTypes };
  const secret = randomBytes(64);
  await db.insert(webhookEndpoints).values({ ...endpoint, secret });
  const [list] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.merchantId, merchantId));
  expect(list?.eventTypes).toEqual(eventTypes);
  expect(list?.secret.equals(secret)).toBe(true);

  const entry = {
    merchantId,
    actorType: "system",
    actorId: "test",
    action: "x",
    targetType: "y",
    targetId: "z",
    after: { a: [1, null] },
  };
  const [logged] = await db.insert(auditLog).values(entry).returning();
  expect([logged?.before, logged?.after]).toEqual([null, { a: [1, null] }]);
});

it("an update of the builder locks, joins and returns like one written out", async () => {
  const { merchantId, terminalId } = await merchantWithTerminal();
  await database().sql.begin(async (tx) => {
    const [row] = await orm(tx)
      .select({ name: terminals.name, shop: merchants.name, tolerance: terminals.toleranceMicros })
      .from(terminals)
      .innerJoin(merchants, eq(merchants.id, terminals.merchantId))
      .where(and(inArray(terminals.id, [terminalId, randomUUID()]), eq(terminals.merchantId, merchantId)))
      .for("no key update", { of: terminals });
    expect(row).toEqual({ name: "Bar", shop: "Shop", tolerance: 0n });
    const elsewhere = database().sql`select from terminals where id = ${terminalId} for update skip locked`;
    expect(await elsewhere).toHaveLength(0);
    const [changed] = await orm(tx)
      .update(terminals)
      .set({ archivedAt: fragment`now()`, name: "Counter" })
      .where(eq(terminals.id, terminalId))
      .returning({ name: terminals.name, archivedAt: terminals.archivedAt });
    const [now] = await tx<[{ now: Date }]>`select now()`;
    expect(changed).toEqual({ name: "Counter", archivedAt: now.now });
  });
});

it("an error is PostgreSQL's own, with its code and without the values", async () => {
  const secret = `secret-${randomUUID()}`;
  const refused = await database()
    .orm.insert(terminals)
    .values({ merchantId: randomUUID(), name: secret })
    .catch((error) => error);
  expect(refused).toMatchObject({ code: "23503", constraint_name: "terminals_merchant_id_merchants_id_fk" });
  expect(String(refused)).not.toContain(secret);
});

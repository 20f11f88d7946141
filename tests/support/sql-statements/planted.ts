import { and, eq, exists, sql as fragment, inArray, isNull, or, type SQL } from "drizzle-orm";
import { apiKeys, merchants, paymentIntents, terminals, transfers } from "@/drizzle/schema";
import type { Orm } from "@/lib/base/db/client";

// Statements of the query builder that builder.ts is tested on. They never run.

type Ask = { id: string; merchantId: string; only: string | null };

const hasId = (id: string) => eq(terminals.id, id);
const isOwn = ({ id, merchantId }: Ask): SQL | undefined => and(hasId(id), eq(terminals.merchantId, merchantId));
const isOnly = (only: string | null) => (only === null ? undefined : eq(terminals.merchantId, only));

/** Each with the merchant. */
export const FILTERED = {
  condition: (orm: Orm, ask: Ask) => orm.select().from(terminals).where(isOwn(ask)),
  namedColumn: (orm: Orm, { merchantId }: Ask) => {
    const { merchantId: owner, name } = terminals;
    return orm.select({ name }).from(terminals).where(eq(owner, merchantId));
  },
  merchantItself: (orm: Orm, { merchantId }: Ask) =>
    orm
      .select({ name: terminals.name })
      .from(merchants)
      .innerJoin(terminals, eq(terminals.merchantId, merchants.id))
      .where(eq(merchants.id, merchantId)),
  foreignKey: (orm: Orm, { merchantId }: Ask) =>
    orm
      .select({ name: terminals.name })
      .from(paymentIntents)
      .leftJoin(terminals, eq(terminals.id, paymentIntents.terminalId))
      .where(eq(paymentIntents.merchantId, merchantId)),
  several: (orm: Orm, { id, merchantId }: Ask) =>
    orm.delete(terminals).where(and(hasId(id), inArray(terminals.merchantId, [merchantId]))),
  updateFrom: (orm: Orm, ask: Ask) =>
    orm
      .update(apiKeys)
      .set({ endsAt: fragment`now()` })
      .from(terminals)
      .where(and(eq(apiKeys.terminalId, terminals.id), isOwn(ask))),
  subquery: (orm: Orm, ask: Ask) =>
    orm
      .delete(apiKeys)
      .where(inArray(apiKeys.terminalId, orm.select({ id: terminals.id }).from(terminals).where(isOwn(ask)))),
  existence: (orm: Orm, ask: Ask) =>
    orm
      .select()
      .from(apiKeys)
      .where(
        exists(
          orm
            .select()
            .from(terminals)
            .where(and(eq(terminals.id, apiKeys.terminalId), isOwn(ask))),
        ),
      ),
  writtenOut: (orm: Orm, { merchantId }: Ask) =>
    orm.select().from(terminals).where(fragment`${terminals.merchantId} = ${merchantId} and name <> ''`),
  insert: (orm: Orm, { merchantId }: Ask) =>
    orm
      .insert(terminals)
      .values([{ merchantId, name: "Bar" }])
      .onConflictDoNothing(),
  upsert: (orm: Orm, { merchantId }: Ask) =>
    orm
      .insert(terminals)
      .values({ merchantId, name: "Bar" })
      .onConflictDoUpdate({ target: [terminals.merchantId, terminals.name], set: { name: "Bar" } }),
  filteredUpsert: (orm: Orm, { merchantId }: Ask) =>
    orm
      .insert(terminals)
      .values({ merchantId, name: "Bar" })
      .onConflictDoUpdate({
        target: terminals.id,
        set: { name: "Bar" },
        setWhere: eq(terminals.merchantId, merchantId),
      }),
};

/** Each without the merchant of `terminals`, but for the last two, which lack that of `transfers`. */
export const FOREIGN = {
  idAlone: (orm: Orm, { id }: Ask) => orm.select().from(terminals).where(hasId(id)),
  noCondition: (orm: Orm) => orm.select().from(terminals),
  optional: (orm: Orm, { id, only }: Ask) =>
    orm
      .select()
      .from(terminals)
      .where(and(hasId(id), isOnly(only))),
  alternative: (orm: Orm, ask: Ask) =>
    orm
      .select()
      .from(terminals)
      .where(or(isOwn(ask), isNull(terminals.archivedAt))),
  update: (orm: Orm, { id }: Ask) => orm.update(terminals).set({ name: "Bar" }).where(hasId(id)),
  upsert: (orm: Orm, { merchantId }: Ask) =>
    orm
      .insert(terminals)
      .values({ merchantId, name: "Bar" })
      .onConflictDoUpdate({ target: terminals.id, set: { name: "Bar" } }),
  remove: (orm: Orm, { id }: Ask) => orm.delete(terminals).where(hasId(id)),
  otherTable: (orm: Orm, { merchantId }: Ask) =>
    orm
      .select({ name: merchants.name })
      .from(merchants)
      .innerJoin(terminals, eq(terminals.name, merchants.name))
      .where(eq(merchants.id, merchantId)),
  outerJoin: (orm: Orm, { merchantId }: Ask) =>
    orm
      .select({ name: merchants.name })
      .from(terminals)
      .leftJoin(merchants, and(eq(merchants.id, terminals.merchantId), eq(terminals.merchantId, merchantId))),
  count: (orm: Orm, ask: Ask) =>
    orm
      .select({ count: orm.$count(transfers, eq(transfers.intentId, ask.id)) })
      .from(terminals)
      .where(isOwn(ask)),
  writtenOut: (orm: Orm, ask: Ask) =>
    orm
      .select({ count: fragment`(select count(*) from ${transfers} where ${transfers.intentId} = ${ask.id})` })
      .from(terminals)
      .where(isOwn(ask)),
};

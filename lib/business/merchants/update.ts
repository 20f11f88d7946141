import { eq } from "drizzle-orm";
import { z } from "zod";
import { merchants } from "@/drizzle/schema";
import type { MerchantAction } from "@/lib/base/audit/actions";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext, MerchantContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { storedZone } from "@/lib/base/time/stored-zone";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { decimalFromMicros, microsFromNumber } from "@/lib/base/values/money";
import { optionalAmount } from "@/lib/base/values/typed-amount";
import { typedName } from "@/lib/base/values/typed-name";
import { TimeZone } from "@/lib/business/terminals/schemas";
import { SupportContact } from "@/lib/business/terminals/support-contact";
import { hasTwoStep } from "@/lib/people/second-factor/has-two-step";

const NAME = "Enter a name of 1 to 120 characters, for example Corner Shop.";
const COLOUR = "Enter # and six digits from 0 to f, for example #1f6f64.";
const CAP = "Enter an amount above 0 and up to 999,999,999 USDT, with at most six decimals, for example 25000.";

/** What is left out stays as it is. */
export const UpdateMerchantInput = z.object({
  name: typedName({ most: 120, error: NAME }).optional(),
  timeZone: TimeZone.optional(),
});
export type UpdateMerchantInput = z.infer<typeof UpdateMerchantInput>;

/**
 * Changes the name that customers see and the time zone of the dashboard's days. Error: `invalid_request` for a time
 * zone that PostgreSQL doesn't know.
 */
export async function updateMerchant(ctx: MerchantContext, { name, timeZone }: UpdateMerchantInput): Promise<void> {
  const zone = timeZone === undefined ? undefined : await storedZone(ctx.db.sql, timeZone);
  await change(ctx, "merchant.updated", { name, timeZone: zone });
}

export const UpdateAccentInput = z.object({
  /** `#rrggbb`; empty: none */
  accentColour: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, COLOUR),
});
export type UpdateAccentInput = z.infer<typeof UpdateAccentInput>;

/** Changes the accent colour of the payment page. */
export function updateAccent(ctx: MerchantContext, input: UpdateAccentInput): Promise<void> {
  const accentColour = input.accentColour || null;
  return change(ctx, "merchant.accent_changed", { accentColour });
}

/** A way that is left out stays as it is; an empty one is removed. */
export const UpdateContactInput = SupportContact.partial();
export type UpdateContactInput = z.infer<typeof UpdateContactInput>;

/** Changes how customers reach the business, of terminals without a contact of their own. */
export function updateContact(ctx: MerchantContext, contact: UpdateContactInput): Promise<void> {
  return change(ctx, "merchant.contact_changed", contact);
}

export const UpdateCapInput = z.object({
  /** USDT as a person types it, as decimal text; empty: no cap */
  cap: optionalAmount({ least: 1n, error: CAP }).transform((micros) =>
    micros === null ? "" : decimalFromMicros(micros),
  ),
});
export type UpdateCapInput = z.output<typeof UpdateCapInput>;

/** Changes the total amount of live payments that can be created in one UTC day. */
export function updateDailyCap(ctx: MerchantContext, { cap }: UpdateCapInput): Promise<void> {
  const dailyLiveCapMicros = cap === "" ? null : microsFromNumber(Number(cap));
  return change(ctx, "merchant.cap_changed", { dailyLiveCapMicros });
}

export const SetQuoteLifeInput = z.object({
  seconds: z.int().min(300, "Prices hold for at least 5 minutes.").max(3_600, "Prices hold for 60 minutes at most."),
});
export type SetQuoteLifeInput = z.output<typeof SetQuoteLifeInput>;

/** Sets how long payments with a price in a currency live at most: as long as their quote holds. */
export function setQuoteLife(ctx: MerchantContext, { seconds }: SetQuoteLifeInput): Promise<void> {
  return change(ctx, "merchant.quote_life_changed", { quoteLifeSeconds: seconds });
}

export const NeverReuseInput = z.object({ neverReuse: z.boolean() });
export type NeverReuseInput = z.infer<typeof NeverReuseInput>;

/** Sets whether each receive address serves one payment only. The addresses of a list are then used up one by one. */
export function setNeverReuse(ctx: MerchantContext, { neverReuse }: NeverReuseInput): Promise<void> {
  return change(ctx, "merchant.never_reuse_changed", { neverReuseAddresses: neverReuse });
}

export const RequireTwoStepInput = z.object({ required: z.boolean() });
export type RequireTwoStepInput = z.infer<typeof RequireTwoStepInput>;

/**
 * Sets whether members need two-step sign-in to open anything of the business. Error: `conflict` when the person who
 * requires it has none.
 */
export async function requireTwoStep(ctx: MemberContext, { required }: RequireTwoStepInput): Promise<void> {
  if (required && !(await hasTwoStep(ctx))) {
    throw new DomainError("conflict", "Turn on two-step sign-in for your own account first.");
  }
  await change(ctx, "merchant.two_step_changed", { requiresTwoStep: required });
}

type Settings = Pick<
  typeof merchants.$inferSelect,
  | ("name" | "timeZone" | "accentColour" | "dailyLiveCapMicros" | "neverReuseAddresses" | "requiresTwoStep")
  | "quoteLifeSeconds"
  | ("supportEmail" | "supportUrl" | "supportPhone")
>;

/** Writes the values that are given and differ, and records them in the audit log; does nothing when none does. */
async function change(ctx: MerchantContext, action: MerchantAction, wanted: Partial<Settings>): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const own = eq(merchants.id, merchantId);
    const [was] = await orm(tx).select().from(merchants).where(own).for("no key update");
    if (!was) throw notFound("merchant");
    const names = (Object.keys(wanted) as (keyof Settings)[]).filter(
      (name) => wanted[name] !== undefined && was[name] !== wanted[name],
    );
    if (names.length === 0) return;
    await orm(tx).update(merchants).set(wanted).where(own);
    const pick = (from: Partial<Settings>): Partial<Record<keyof Settings, unknown>> =>
      Object.fromEntries(names.map((name) => [name, plain(from[name])]));
    const target = { targetType: "merchant" as const, targetId: merchantId };
    await recordAudit(tx, { merchantId, actor, action, ...target, before: pick(was), after: pick(wanted) });
  });
}

/** JSON has no `bigint`: amounts are recorded as decimal text. */
function plain<Value>(value: Value) {
  return typeof value === "bigint" ? String(value) : value;
}

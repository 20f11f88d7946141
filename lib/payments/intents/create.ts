import { randomUUID } from "node:crypto";
import type { Context, Environment, TerminalKeyContext } from "@/lib/base/context/context";
import {
  type IdempotencyScope,
  type IdempotentRequest,
  idempotencyScope,
  recallAnswer,
} from "@/lib/base/idempotency/request";
import { DomainError, invalidApiKey, nullIfRefused } from "@/lib/base/values/errors";
import { insertIntent } from "@/lib/payments/intents/insert";
import { lifeOf, type NewIntent, planIntent } from "@/lib/payments/intents/plan";
import { type CreatedIntent, presentCreated } from "@/lib/payments/intents/present";
import { type CreateIntentInput, isLiveReturnUrl } from "@/lib/payments/intents/schemas";
import { recallRate, renewRate } from "@/lib/payments/prices/find-rate";
import { readAsked } from "@/lib/payments/prices/price-input";
import { type Quoted, quotePrice } from "@/lib/payments/prices/quote-price";

export type CreateResult =
  | { replayed: false; intent: CreatedIntent; answer: string }
  /** the exact answer to the first request with this idempotency key */
  | { replayed: true; answer: string };

/**
 * Creates a pending intent on the terminal of the call; its event and deliveries are committed with it. Errors:
 * `invalid_api_key` when the key ended meanwhile, `idempotency_conflict`, those of a price; in live also
 * `invalid_request` for a return URL that isn't HTTPS, `daily_cap_exceeded`, and `api_error` when live payments are
 * paused.
 */
export async function createIntent(
  ctx: TerminalKeyContext,
  input: CreateIntentInput,
  idempotency: IdempotentRequest | null,
): Promise<CreateResult> {
  const { merchantId } = ctx;
  requireReturnUrls(ctx.environment, input);
  const asked = readAsked(input);
  if (idempotency) {
    const answer = await recallAnswer(ctx.db.sql, idempotencyScope(ctx), idempotency);
    if (answer !== null) return { replayed: true, answer };
  }
  const request = { input, idempotency };
  // at the rate of a few seconds ago, which the statement checks; what isn't possible at it is tried at the one of now
  const recalled = await quotePrice(ctx, merchantId, asked, recallRate).catch(nullIfRefused);
  const made = recalled && (await insertQuoted(ctx, request, { ...recalled, recalled: recalled.quote }));
  if (made) return made;
  const renewed = await quotePrice(ctx, merchantId, asked, renewRate);
  const created = await insertQuoted(ctx, request, { ...renewed, recalled: null });
  if (!created) throw new Error("a rate was refused that wasn't checked");
  return created;
}

type Request = { input: CreateIntentInput; idempotency: IdempotentRequest | null };

/** Null: the rate isn't in force any more. */
async function insertQuoted(
  ctx: TerminalKeyContext,
  { input, idempotency }: Request,
  { amountMicros, quote, recalled }: Quoted & Pick<NewIntent, "recalled">,
): Promise<CreateResult | null> {
  const { merchantId, environment, terminal } = ctx;
  const scope = idempotencyScope(ctx);
  const facts = {
    id: randomUUID(),
    environment,
    amountMicros,
    quote,
    reference: input.reference ?? null,
    metadata: input.metadata ?? null,
    successUrl: input.success_url ?? null,
    cancelUrl: input.cancel_url ?? null,
  };
  const created = (expiresAt: Date): CreatedIntent => {
    // the quote holds from the intent's creation
    const quotedAt = new Date(expiresAt.getTime() - wanted.lifeSeconds * 1_000);
    return { ...facts, quote: quote && { ...quote, quotedAt }, terminalName: terminal.name, expiresAt };
  };
  const wanted = {
    ...facts,
    recalled,
    keyId: scope.keyId,
    merchantId,
    terminalId: terminal.id,
    lifeSeconds: lifeOf(input.expires_in ?? terminal.intentLifeSeconds, quote),
    idempotency: idempotency && {
      ...idempotency,
      ownerId: scope.ownerId,
      answer: (expiresAt: Date) => JSON.stringify(presentCreated(created(expiresAt), ctx.settings)),
    },
  };
  const inserted = await insertIntent(ctx, planIntent(ctx.settings, wanted));
  if (inserted.outcome === "old_rate") return null;
  if (inserted.outcome === "dead_key") throw invalidApiKey();
  if (inserted.outcome === "repeated") return replay(ctx, scope, idempotency);
  const intent = created(inserted.expiresAt);
  return { replayed: false, intent, answer: inserted.answer ?? JSON.stringify(presentCreated(intent, ctx.settings)) };
}

function requireReturnUrls(environment: Environment, input: CreateIntentInput) {
  if (environment !== "live") return;
  for (const field of ["success_url", "cancel_url"] as const) {
    const url = input[field];
    if (!url || isLiveReturnUrl(url)) continue;
    throw new DomainError(
      "invalid_request",
      `${field} must start with https:// in live, unless it points to localhost.`,
    );
  }
}

async function replay(
  ctx: Context,
  scope: IdempotencyScope,
  idempotency: IdempotentRequest | null,
): Promise<CreateResult> {
  const answer = idempotency && (await recallAnswer(ctx.db.sql, scope, idempotency));
  if (!answer) throw new Error("the idempotency key was held, but its answer is missing");
  return { replayed: true, answer };
}

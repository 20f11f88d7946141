import { randomUUID } from "node:crypto";
import type { Context, Environment, TerminalKeyContext } from "@/lib/base/context/context";
import {
  type IdempotencyScope,
  type IdempotentRequest,
  idempotencyScope,
  recallAnswer,
} from "@/lib/base/idempotency/request";
import { DomainError, invalidApiKey } from "@/lib/base/values/errors";
import { insertIntent } from "@/lib/payments/intents/insert";
import { lifeOf, planIntent } from "@/lib/payments/intents/plan";
import { type CreatedIntent, presentCreated } from "@/lib/payments/intents/present";
import { type CreateIntentInput, isLiveReturnUrl } from "@/lib/payments/intents/schemas";
import { readAsked } from "@/lib/payments/prices/price-input";
import { quotePrice } from "@/lib/payments/prices/quote-price";

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
  const { merchantId, environment, terminal } = ctx;
  const scope = idempotencyScope(ctx);
  requireReturnUrls(environment, input);
  if (idempotency) {
    const answer = await recallAnswer(ctx.db.sql, scope, idempotency);
    if (answer !== null) return { replayed: true, answer };
  }
  const asked = readAsked(input);
  const { amountMicros, quote } = await quotePrice(ctx, merchantId, asked);
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

import type { TillError, TillErrorCode, TillIntent } from "./checkout";

const ASK_MS = 30_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Calls the shop's `createIntent` once. Rejects with a `TillError` only, whatever the shop's code throws or returns.
 */
export function askShop(createIntent: () => unknown, patienceMs = ASK_MS): Promise<TillIntent> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(tillError("create_timeout", "createIntent didn't respond in time.")),
      patienceMs,
    );
    new Promise((done) => done(createIntent()))
      .then(
        (answer) => {
          const intent = readIntent(answer);
          if (intent) resolve(intent);
          else reject(tillError("invalid_intent", "createIntent must return intent_id, environment and amount_usdt."));
        },
        (cause) => reject(tillError("create_failed", String(cause?.message ?? cause), null, cause)),
      )
      .finally(() => clearTimeout(timer));
  });
}

export function tillError(
  code: TillErrorCode,
  message: string,
  intent_id: string | null = null,
  cause?: unknown,
): TillError {
  return { code, message, intent_id, cause };
}

/** What `createIntent` returned as an intent, or null. Accepts the amount as decimal text, as many servers store it. */
export function readIntent(answer: unknown): TillIntent | null {
  const given = Object(answer) as Record<string, unknown>;
  const amount = Number(given.amount_usdt);
  const { intent_id, environment } = given;
  if (typeof intent_id !== "string" || !UUID.test(intent_id) || !(amount > 0)) return null;
  if (environment !== "sandbox" && environment !== "live") return null;
  return { intent_id: intent_id.toLowerCase(), environment, amount_usdt: amount };
}

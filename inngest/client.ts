import { AsyncLocalStorage } from "node:async_hooks";
import { Inngest } from "inngest";
import type { TillEvent } from "@/inngest/events";
import { log } from "@/lib/base/process/log";

/*
 * Import this file dynamically and only when Inngest is configured: loading the SDK is slow, and without its variables
 * the SDK assumes Inngest's cloud.
 */

const SEND_MS = 1_500;
const CALL_MS = 10_000;

type Sending = { signal: AbortSignal; failure?: unknown };
const sending = new AsyncLocalStorage<Sending>();

/** The SDK reads INNGEST_DEV, INNGEST_BASE_URL and the two keys from the environment. */
export const inngest = new Inngest({
  id: "till",
  logger: log(),
  aiMetadata: false,
  fetch: fetchInTime,
});

/** Sends events. Rejects when Inngest hasn't accepted them within 1.5 s: the SDK alone would wait for minutes. */
export async function sendInTime(events: TillEvent[]): Promise<void> {
  const attempt: Sending = { signal: AbortSignal.timeout(SEND_MS) };
  const tooLate = new Promise<never>((_, reject) => {
    attempt.signal.addEventListener("abort", () => {
      reject(new Error(`Inngest did not take events in ${SEND_MS} ms`, { cause: attempt.failure }));
    });
  });
  await Promise.race([sending.run(attempt, () => inngest.send(events)), tooLate]);
}

/** The SDK sets no deadlines. It logs any failure not named "fetch failed" as our misconfiguration. */
async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const attempt = sending.getStore();
  try {
    const answer = await fetch(input, { ...init, signal: attempt?.signal ?? AbortSignal.timeout(CALL_MS) });
    if (attempt && !answer.ok) attempt.failure ??= new Error(`Inngest answered ${answer.status}`);
    return answer;
  } catch (cause) {
    if (attempt) attempt.failure ??= cause;
    throw new TypeError("fetch failed", { cause });
  }
}

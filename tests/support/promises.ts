import { expect } from "vitest";
import { ask, bearer, type RunningService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

export type Promised = { created: Set<string>; paid: Set<string>; refusals: Set<string> };

export const nothingYet = (): Promised => ({ created: new Set(), paid: new Set(), refusals: new Set() });

/** Who couldn't pay tries again soon, and doesn't take the processor from what recovers. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/**
 * Creates and pays as fast as it is answered, each time at the service that is picked, until told to stop. Notes only
 * what was promised with a 200.
 */
export function customers(pick: () => RunningService, key: string, promised: Promised, count: number) {
  let stopped = false;
  const one = async () => {
    while (!stopped) {
      const service = pick();
      try {
        const made = await ask(service, "/api/v1/create-payment-intent", { amount_usdt: 1.5 }, bearer(key));
        if (made.status !== 200) {
          promised.refusals.add(`${made.status} ${made.json?.code}`);
          await pause();
          continue;
        }
        const { id } = made.json.intent;
        promised.created.add(id);
        const paid = await ask(service, "/api/v1/simulate-payment", { id });
        if (paid.status === 200 && paid.json.status === "paid") promised.paid.add(id);
      } catch {
        // the connection broke: nothing was promised
        await pause();
      }
    }
  };
  const all = Promise.all(Array.from({ length: count }, one));
  return () => {
    stopped = true;
    return all;
  };
}

/**
 * An intent's status, once the service has it. Backends whose postmaster was killed go on for a moment: the outage may
 * begin after payments have gone on, and then the service answers 503 until it is over.
 */
async function statusOf(service: RunningService, id: string) {
  let answer = await ask(service, `/api/v1/intent-status?id=${id}`);
  await waitFor(
    `an answer about ${id}`,
    async () => {
      if (answer.status === 503) answer = await ask(service, `/api/v1/intent-status?id=${id}`);
      return answer.status !== 503;
    },
    30_000,
  );
  return answer;
}

/** Everything that was answered 200 is there, and what was paid is paid. */
export async function expectKept(service: RunningService, promised: Promised) {
  promised.refusals.delete("503 api_error");
  expect([...promised.refusals], service.output().slice(-4_000)).toEqual([]);
  const ids = [...promised.created];
  while (ids.length > 0) {
    const group = ids.splice(0, 50);
    const answers = await Promise.all(group.map((id) => statusOf(service, id)));
    for (const [index, id] of group.entries()) {
      const wanted = promised.paid.has(id) ? /^paid$/ : /^(pending|paid)$/;
      const { status, json } = answers[index] as (typeof answers)[number];
      expect([status, json.status], `intent ${id}: ${json.error}`).toEqual([200, expect.stringMatching(wanted)]);
    }
  }
}

export function subset(part: Set<string>, whole: Set<string>): boolean {
  return [...part].every((member) => whole.has(member));
}

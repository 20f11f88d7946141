import type { KeyContext } from "@/lib/base/context/context";
import { numberEvents } from "@/lib/delivery/feed/number";
import { readTogether } from "@/lib/delivery/feed/read-together";
import type { FeedQuery } from "@/lib/delivery/feed/schemas";
import { type FeedPage, type PageRequest, selectLatest, selectPage } from "@/lib/delivery/feed/select-page";
import { waitingReaders } from "@/lib/delivery/feed/waiting-readers";

type Caller = {
  /** a signal that aborts when the client disconnects */
  leaving(): AbortSignal | undefined;
  /** throws if the key no longer works */
  recheck(): Promise<unknown>;
  /** what it has waited for is no time that the request took */
  noteWait(ms: number): void;
};

/**
 * A page of the events of the key's terminal, or of its business, in the order in which they were committed. Everything
 * that was committed before the call is part of it. Without an event, waits `wait` seconds at most. Errors:
 * `invalid_request`, `cursor_expired`, `rate_limited` for too many waiting readers, and the caller's for its key.
 */
export async function readFeed(
  ctx: KeyContext,
  { after, types, limit, wait }: FeedQuery,
  caller: Caller,
): Promise<FeedPage> {
  const { db, merchantId, environment, terminal } = ctx;
  const tenant = { merchantId, environment, terminalId: terminal?.id ?? null };
  const request: PageRequest = { ...tenant, after: null, types: types ?? null, limit };
  await numberEvents(db);
  const first =
    after === "latest"
      ? await selectLatest(db, tenant)
      : await selectPage(db, after === undefined ? request : { ...request, after });
  return wait === 0 ? first : waitForEvents(ctx, request, { first, waitMs: wait * 1_000, caller });
}

type Wait = { first: FeedPage; waitMs: number; caller: Caller };

async function waitForEvents(
  ctx: KeyContext,
  request: PageRequest,
  { first, waitMs, caller }: Wait,
): Promise<FeedPage> {
  const { db, actor } = ctx;
  const endsAt = performance.now() + waitMs;
  const isAnswer = ({ events, hasMore }: FeedPage) => events.length > 0 || hasMore;
  let page = first;
  if (isAnswer(page)) return page;
  const leaving = caller.leaving();
  while (!isAnswer(page)) {
    const ms = endsAt - performance.now();
    if (ms <= 0) break;
    const { position } = page;
    const reader = { ...request, keyId: actor.keyId, position, ms, leaving, recheck: caller.recheck };
    const began = performance.now();
    const outcome = await waitingReaders(db).wait(reader);
    caller.noteWait(performance.now() - began);
    if (outcome === "none") break;
    // an event may have come between the end of the key and its next check
    await caller.recheck();
    page = await readTogether(db, { ...request, after: page.next });
    if (outcome === "others") break;
  }
  return page;
}

import type { KeyContext } from "@/lib/base/context/context";
import { bindCursor, type List, readBoundCursor } from "@/lib/base/lists/bound-cursor";
import { searchedPage } from "@/lib/base/lists/newest-first";
import { AFTER_RULE } from "@/lib/base/lists/page-query";
import { DomainError } from "@/lib/base/values/errors";
import { narrowToTerminal } from "@/lib/business/terminals/narrow-to-terminal";
import { findIntents, type IntentFilter } from "@/lib/payments/lists/find-intents";
import type { ListIntentsQuery } from "@/lib/payments/lists/intent-schemas";
import { type DetailedIntent, selectIntents } from "@/lib/payments/lists/select-intents";

/** `next`: cursor of the page after it; null on the last page. */
export type IntentPage = { intents: DetailedIntent[]; next: string | null };

/**
 * A page of the intents that the key reaches, newest first. It reads a bounded number of rows, so with a very frequent
 * reference it may have fewer intents than `limit` although there are more. Errors: `invalid_request` for a cursor of
 * another list and for another terminal than the key's, `not_found` for another business's terminal.
 */
export async function listIntents(key: KeyContext, query: ListIntentsQuery): Promise<IntentPage> {
  const ctx = await narrowToTerminal(key, query.terminal_id);
  const { reference, status, created_after: createdAfter, created_before: createdBefore, limit, after } = query;
  const filter = { reference, status, createdAfter, createdBefore };
  const list = listOf(ctx, filter);
  const cursor = after === undefined ? null : readBoundCursor(after, list);
  if (after !== undefined && !cursor) throw new DomainError("invalid_request", `after must be ${AFTER_RULE}.`);
  const found = await findIntents(ctx, { filter, cursor, limit: limit + 1 });
  const { rows, next } = searchedPage(found.hits, limit, found.edge);
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await selectIntents(ctx, ids)).map((intent) => [intent.id, intent]));
  // a reset of the sandbox may have deleted some meanwhile
  return { intents: ids.flatMap((id) => byId.get(id) ?? []), next: next && bindCursor(next, list) };
}

function listOf({ merchantId, environment, terminalIds }: KeyContext, filter: IntentFilter): List {
  const { reference, status, createdAfter, createdBefore } = filter;
  const given = [terminalIds?.[0], reference, status, createdAfter, createdBefore];
  return [merchantId, environment, ...given.map((one) => one ?? null)];
}

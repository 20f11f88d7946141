import type { Members } from "./members.js";

/** One page of a list. `next` is the cursor of the page behind it. */
export type Page<T> = { readonly data: readonly T[]; readonly hasMore: boolean; readonly next: string | null };

/** `await` gives the first page. `for await` goes through the items of all pages, and reads each when it's needed. */
export type Listing<T> = Promise<Page<T>> & AsyncIterable<T>;

type Load<T> = (after: string | undefined) => Promise<Page<T>>;

export function listingOf<T>(load: Load<T>, after: string | undefined): Listing<T> {
  const first = load(after);
  return Object.assign(first, { [Symbol.asyncIterator]: () => itemsOf(first, load) });
}

async function* itemsOf<T>(first: Promise<Page<T>>, load: Load<T>): AsyncGenerator<T, void, void> {
  for (let page = await first; ; page = await load(page.next)) {
    yield* page.data;
    // a page may be empty although more follow
    if (!page.hasMore || page.next === null) return;
  }
}

export function pageOf<T>(read: (item: Members) => T): (members: Members) => Page<T> {
  return (members) => ({
    data: members.objects("data").map(read),
    hasMore: members.flag("has_more"),
    next: members.textOrNull("next"),
  });
}

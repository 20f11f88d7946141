import { databaseBatch } from "@/lib/base/db/batch";
import type { Database } from "@/lib/base/db/client";
import { type FeedPage, type PageRequest, selectPage } from "@/lib/delivery/feed/select-page";

/** So that many readers who are woken together leave connections for other requests. */
const AT_ONCE = 4;

/** Like `selectPage`, for readers that are woken together: the same page is read once for all of them. */
export async function readTogether(db: Database, request: PageRequest): Promise<FeedPage> {
  const settled = await sharedRead(db)(request);
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

const sharedRead = databaseBatch("feed.pages", readEach, { concurrency: 1, max: 10_000 });

type Settled = PromiseSettledResult<FeedPage>;

async function readEach(db: Database, requests: PageRequest[]): Promise<Settled[]> {
  const names = requests.map((request) => JSON.stringify(request));
  const distinct = [...new Map(requests.map((request, index) => [names[index], request]))];
  const pages = new Map<string | undefined, Settled>();
  for (let n = 0; n < distinct.length; n += AT_ONCE) {
    const some = distinct.slice(n, n + AT_ONCE);
    const settled = await Promise.allSettled(some.map(([, request]) => selectPage(db, request)));
    for (const [index, [name]] of some.entries()) pages.set(name, settled[index] as Settled);
  }
  return names.map((name) => pages.get(name) as Settled);
}

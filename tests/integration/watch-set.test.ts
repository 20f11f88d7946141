import { expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { watchedRows } from "@/lib/wallets/watch-set";
import { MAINNET, turnLiveOn } from "@/tests/support/live";
import { makeLiveIntents, makeShop } from "@/tests/support/live-intents";

turnLiveOn();

type Plan = { "Node Type": string; Plans?: Plan[] };

const nodesOf = (plan: Plan): string[] => [plan["Node Type"], ...(plan.Plans ?? []).flatMap(nodesOf)];

it("each watched address is looked up by an index, also while statistics know of no active lease", async () => {
  const { sql } = database();
  const shop = await makeShop();
  const drafts = Array.from({ length: 3_000 }, () => ({}));
  const ids = (await makeLiveIntents(MAINNET, shop, drafts)).map(({ id }) => id);
  await sql`update address_leases set released_at = now() where intent_id = any(${ids}::uuid[])`;
  await sql`analyze address_leases`;
  await sql`update address_leases set released_at = null where intent_id = any(${ids}::uuid[])`;
  const [row] = await sql.begin((tx) =>
    tx<[{ plan: [{ Plan: Plan }] }]>`explain (format json) ${watchedRows(tx, MAINNET)}`.values(),
  );
  const [[{ Plan: plan }]] = row as unknown as [[{ Plan: Plan }]];
  expect(nodesOf(plan).filter((node) => !/^Index (Only )?Scan$/.test(node))).toEqual([]);
});

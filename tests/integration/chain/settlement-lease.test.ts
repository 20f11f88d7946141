import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { setNeverReuse } from "@/lib/business/merchants/update";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { poolText } from "@/lib/chain/wallets/capacity";
import { getWallet } from "@/lib/chain/wallets/get-wallet";
import { reviewPools } from "@/lib/chain/wallets/pool";
import { releaseAddresses } from "@/lib/chain/wallets/release";
import { restAfterLoss } from "@/lib/chain/wallets/rest-after-loss";
import { setWallet } from "@/lib/chain/wallets/set-wallet";
import { watchAllAhead } from "@/lib/chain/wallets/watch-ahead";
import { watchSet } from "@/lib/chain/wallets/watch-set";
import { ListFundsInput, listFunds } from "@/lib/settlement/funds/funds";
import { acceptBalance, listDiffering } from "@/lib/settlement/ledger/accept-balance";
import { compareLedgers } from "@/lib/settlement/ledger/compare-ledgers";
import { outcome } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import {
  addressesOf,
  alarmsOf,
  type LiveMerchant,
  liveMerchant,
  MAINNET,
  makeTransfer,
  newXpub,
  randomAddresses,
  turnLiveOn,
} from "@/tests/support/live";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf } from "@/tests/support/member-context";
import { waitFor } from "@/tests/support/wait";

turnLiveOn();

const create = (key: string, amount = 5) => call("create-payment-intent", { amount_usdt: amount }, { key });
const cancel = (key: string, id: string) => call("cancel-payment-intent", { id }, { key });

/** Creates an intent and says which address it got. */
async function leased({ liveKey }: LiveMerchant): Promise<string | null> {
  const { status, json } = await create(liveKey);
  if (status !== 200) return null;
  const [row] = await database().sql<{ address: HexAddress }[]>`
    select receive_address as address from payment_intents where id = ${json.intent.id}`;
  return row ? tronFromHex(row.address) : null;
}

async function cancelAll({ merchantId, liveKey }: LiveMerchant) {
  const rows = await database().sql<{ id: string }[]>`
    select id from payment_intents where merchant_id = ${merchantId} and status = 'pending'`;
  for (const { id } of rows) expect((await cancel(liveKey, id)).status).toBe(200);
}

/** Sets an address's rest in minutes from now; negative: over for so long. */
function rest(
  address: string,
  { until, least = until, funded = false }: { until: number; least?: number; funded?: boolean },
) {
  return database().sql`
    update receive_addresses set rests_until = now() + make_interval(mins => ${until}),
           rests_at_least_until = now() + make_interval(mins => ${least}), funded = ${funded}, last_leased_at = now() - interval '1 day'
     where address = ${hexFromTron(address)}`;
}

describe("a live intent", () => {
  it("has an address of its own from its first moment, written down with the blocks that were read and heard of", async () => {
    const merchant = await liveMerchant();
    const { json } = await create(merchant.liveKey);
    const [row] = await database().sql`
      select i.receive_address = a.address as same, a.merchant_id, l.leased_at_block::int as block, l.head_block::int as head, l.released_at,
             a.last_leased_at = l.leased_at as at_once, i.environment
        from payment_intents i join address_leases l on l.intent_id = i.id join receive_addresses a on a.id = l.address_id
       where i.id = ${json.intent.id}`;
    expect(row).toEqual({
      same: true,
      merchant_id: merchant.merchantId,
      block: 1_000,
      head: 1_020,
      released_at: null,
      at_once: true,
      environment: "live",
    });
  });

  it("gets the longest rested address, one that holds money before that, and none that rests, is frozen or retired", async () => {
    const [a = "", b = "", c = "", d = "", e = "", f = ""] = randomAddresses(6);
    const merchant = await liveMerchant({ wallet: [a, b, c, d, e, f] });
    await setWallet(merchant.member, { wallet: [a, b, c, d, e].join("\n"), confirmation: a });
    await rest(a, { until: -10 });
    await rest(b, { until: -20 });
    await rest(c, { until: -5, funded: true });
    await rest(d, { until: 60, least: 40, funded: true });
    await rest(e, { until: -90 });
    await database().sql`update receive_addresses set blacklisted_at = now() where address = ${hexFromTron(e)}`;
    expect([await leased(merchant), await leased(merchant), await leased(merchant)]).toEqual([c, b, a]);
    expect(await leased(merchant)).toBeNull();
  });

  it("gets one that never served before one that rested, and under pressure one that has rested the least it must", async () => {
    const [a = "", b = "", c = ""] = randomAddresses(3);
    const merchant = await liveMerchant({ wallet: [a, b, c] });
    await rest(a, { until: -10 });
    await rest(b, { until: 600, least: -1 });
    expect([await leased(merchant), await leased(merchant), await leased(merchant)]).toEqual([c, a, b]);
    expect(await leased(merchant)).toBeNull();
  });

  it("gives its address back when it ends, and the address rests", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    expect(await leased(merchant)).toBe(merchant.addresses[0]);
    expect(await leased(merchant)).toBeNull();
    await cancelAll(merchant);
    expect(await addressesOf(merchant.merchantId)).toMatchObject([{ leased: false, restsFor: 86_400 }]);
    expect(await leased(merchant)).toBeNull();
    await rest(merchant.addresses[0] ?? "", { until: 600, least: -1 });
    expect(await leased(merchant)).toBe(merchant.addresses[0]);
  });

  it("never gets an address that served before, where the merchant wants that", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(2) });
    await setNeverReuse(merchant.member, { neverReuse: true });
    const used = [await leased(merchant), await leased(merchant)];
    expect(new Set(used)).toEqual(new Set(merchant.addresses));
    await cancelAll(merchant);
    for (const address of merchant.addresses) await rest(address, { until: -600 });
    expect(await leased(merchant)).toBeNull();
    expect((await getWallet(merchant.member))?.pool).toMatchObject({ used: 2, free: 0, use: 1, isEmpty: true });
    await setNeverReuse(merchant.member, { neverReuse: false });
    expect(await leased(merchant)).not.toBeNull();
  });

  it("of one merchant never gets another's address", async () => {
    const [first, second] = [await liveMerchant(), await liveMerchant({ wallet: randomAddresses(1) })];
    expect(await leased(second)).toBe(second.addresses[0]);
    expect(await leased(second)).toBeNull();
    expect(first.addresses).toContain(await leased(first));
  });
});

describe("after the latest changes were lost", () => {
  const TWO_DAYS = expect.closeTo(2 * 86_400, -2);

  it("no address of a list is given out before the minimum cooldown", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(2) });
    const [a = "", b = ""] = merchant.addresses;
    const held = await leased(merchant);
    expect(await restAfterLoss(database().sql)).toBeGreaterThanOrEqual(2);
    expect(await leased(merchant)).toBeNull();
    const free = held === a ? b : a;
    const [row] = await database().sql`
      select extract(epoch from rests_until - now())::int between 172700 and 172800 as long,
             extract(epoch from rests_at_least_until - now())::int between 1700 and 1800 as least
        from receive_addresses where address = ${hexFromTron(free)}`;
    expect(row).toEqual({ long: true, least: true });
    await rest(free, { until: 600, least: -1 });
    expect(await leased(merchant)).toBe(free);
    await cancelAll(merchant);
    // a lost payment to the same address may still be open, however soon the one that was known ends
    expect(await addressesOf(merchant.merchantId)).toMatchObject([{ restsFor: TWO_DAYS }, { restsFor: TWO_DAYS }]);
  });

  it("an address that a payment had then rests for two days too, also once the payment is paid", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const { json } = await create(merchant.liveKey);
    await restAfterLoss(database().sql);
    await database().sql.begin((tx) => releaseAddresses(tx, [json.intent.id], { paid: true }));
    expect(await addressesOf(merchant.merchantId)).toMatchObject([{ restsFor: TWO_DAYS }]);
  });

  it("all addresses begin to rest, however long that takes", async () => {
    await liveMerchant({ wallet: randomAddresses(1) });
    const { sql } = database();
    await sql.unsafe(`
      create function refuse_limits() returns trigger language plpgsql as $$
      begin
        if current_setting('statement_timeout') <> '0' then raise query_canceled; end if;
        return null;
      end $$;
      create trigger takes_long before update on receive_addresses for each statement execute function refuse_limits()`);
    const rested = restAfterLoss(sql).finally(() => sql`drop function refuse_limits cascade`);
    expect(await rested).toBeGreaterThan(0);
  });

  it("a list whose addresses are never used again gives unused ones out after the minimum cooldown", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(2) });
    await setNeverReuse(merchant.member, { neverReuse: true });
    const used = await leased(merchant);
    await cancelAll(merchant);
    await restAfterLoss(database().sql);
    expect(await leased(merchant)).toBeNull();
    await database().sql`
      update receive_addresses set rests_at_least_until = now() where merchant_id = ${merchant.merchantId}`;
    expect(await leased(merchant)).toBe(merchant.addresses.find((address) => address !== used));
    expect(await leased(merchant)).toBeNull();
  });

  it("a public key goes on within the gap limit, and what it passes over stays watched", async () => {
    const xpub = newXpub();
    const derived = deriveAddresses(xpub, 0, 41).map(tronFromHex);
    const merchant = await liveMerchant({ wallet: xpub });
    await restAfterLoss(database().sql);
    expect([await leased(merchant), await leased(merchant)]).toEqual([derived[20], derived[21]]);
    const watched = new Set((await watchSet(database().sql, MAINNET)).map((one) => tronFromHex(one.address)));
    expect(derived.filter((one) => !watched.has(one))).toEqual([]);
  });

  it("a public key goes on behind twice as many as were given out before in the time that is lost, all of them watched", async () => {
    const xpub = newXpub();
    const merchant = await liveMerchant({ wallet: xpub });
    await setNeverReuse(merchant.member, { neverReuse: true });
    for (let count = 0; count < 5; count++) await leased(merchant);
    const { sql } = database();
    await sql`update chain_cursors set passed_at = now() - interval '10 hours'`;
    await sql`
      update receive_addresses set created_at = now() - make_interval(hours => case when derivation_index < 3 then 21 else 15 end)
       where merchant_id = ${merchant.merchantId}`;
    const [{ next, lately } = { next: 0, lately: 0 }] = await sql<{ next: number; lately: number }[]>`
      select next_index as next, (select count(*)::int from receive_addresses where wallet_id = w.id and derivation_index >= 3) as lately
        from receiving_wallets w where merchant_id = ${merchant.merchantId}`;
    await restAfterLoss(sql).finally(() => sql`update chain_cursors set passed_at = now()`);
    const behind = next + 2 * lately;
    const derived = deriveAddresses(xpub, 0, behind + 20).map(tronFromHex);
    expect(lately).toBeGreaterThan(10);
    expect(await leased(merchant)).toBe(derived[behind]);
    const watched = new Set((await watchSet(sql, MAINNET)).map((one) => tronFromHex(one.address)));
    expect(derived.filter((one) => !watched.has(one))).toEqual([]);
  });
});

describe("an address whose balance differs from the books", () => {
  it("is given to no payment until somebody who may has accepted the balance", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const [address = ""] = merchant.addresses;
    await database().sql`
      update receive_addresses set differs_at = now(), balance_micros = 3000000, balance_at = now()
       where merchant_id = ${merchant.merchantId}`;
    expect(await leased(merchant)).toBeNull();
    expect((await getWallet(merchant.member))?.pool).toMatchObject({ total: 1, differs: 1, free: 0 });
    expect(await listDiffering(merchant.member)).toMatchObject({
      addresses: [{ address, balanceMicros: 3_000_000n, ledgerMicros: 0n }],
      more: 0,
    });
    const stranger = await liveMerchant();
    const input = { address, shown: { balanceMicros: "3000000", ledgerMicros: "0" } };
    await expect(acceptBalance(stranger.member, input)).rejects.toMatchObject({ code: "conflict" });
    await acceptBalance(merchant.member, input);
    await expect(acceptBalance(merchant.member, input)).rejects.toMatchObject({ code: "conflict" });
    expect((await auditOf(merchant.merchantId)).map((entry) => entry.action)).toContain("address.balance_accepted");
    const { rows } = await listFunds(merchant.member, ListFundsInput.parse({}));
    expect(rows).toMatchObject([{ ledgerMicros: 3_000_000n, openingMicros: 3_000_000n, agrees: true }]);
    expect(await leased(merchant)).toBe(address);
  });

  it.each([
    ["balance", "update receive_addresses set balance_micros = 3000001 where address = $1"],
    ["ledger", "update address_ledgers set received_micros = received_micros + 1 where address = $1"],
  ])("isn't accepted with a %s that nobody was shown", async (_, change) => {
    const { member, addresses } = await liveMerchant({ wallet: randomAddresses(1) });
    const [address = ""] = addresses;
    const { sql } = database();
    const hex = hexFromTron(address);
    await sql`insert into address_ledgers (network, address, opening_micros) values (${MAINNET}, ${hex}, 1000000)
              on conflict (network, address) do update set opening_micros = 1000000`;
    await sql`
      update receive_addresses set differs_at = now(), balance_micros = 3000000, balance_at = now() where address = ${hex}`;
    const listed = async () => {
      const [one] = (await listDiffering(member)).addresses;
      return { balanceMicros: String(one?.balanceMicros), ledgerMicros: String(one?.ledgerMicros) };
    };
    const shown = await listed();
    expect(shown).toEqual({ balanceMicros: "3000000", ledgerMicros: "1000000" });
    await sql.unsafe(change, [hex]);
    await expect(acceptBalance(member, { address, shown })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("have changed since you opened this page"),
    });
    expect(await sql`select opening_micros from address_ledgers where address = ${hex}`).toEqual([
      { opening_micros: 1_000_000n },
    ]);
    const now = await listed();
    expect(now).not.toEqual(shown);
    await acceptBalance(member, { address, shown: now });
    expect(await listDiffering(member)).toEqual({ addresses: [], more: 0 });
  });

  it("is one of twenty at most that are listed, with how many more there are", async () => {
    const { member, merchantId } = await liveMerchant({ wallet: randomAddresses(22) });
    await database().sql`update receive_addresses set differs_at = now() where merchant_id = ${merchantId}`;
    const { addresses, more } = await listDiffering(member);
    expect([addresses.length, more]).toEqual([20, 2]);
  });

  it.each(["compared", "accepted"])("is %s after its books were locked, as it is given out", async (how) => {
    const { member, addresses } = await liveMerchant({ wallet: randomAddresses(1) });
    const [shown = ""] = addresses;
    const address = hexFromTron(shown);
    const { sql } = database();
    await sql`
      update receive_addresses set differs_at = now(), balance_micros = 3000000, balance_at = now(),
             balance_block = ${how === "compared" ? 1 : null} where address = ${address}`;
    const watcher = { ...member, network: member.settings.network } as unknown as WatchContext;
    const act = () =>
      how === "compared"
        ? compareLedgers(watcher, { block: { number: 1 } } as ChainCursor)
        : acceptBalance(member, { address: shown, shown: { balanceMicros: "3000000", ledgerMicros: "0" } });
    const acting = await sql.begin(async (tx) => {
      await tx`select from address_ledgers where network = ${MAINNET} and address = ${address} for update`;
      const acting = outcome(act());
      await waitForLocks(1);
      await tx`select from receive_addresses where address = ${address} for update nowait`;
      return [acting];
    });
    expect(await Promise.all(acting)).toEqual(["done"]);
    expect(await listDiffering(member)).toEqual({ addresses: [], more: 0 });
  });
});

describe("the watch", () => {
  const watched = async () => new Set((await watchSet(database().sql, MAINNET)).map((one) => tronFromHex(one.address)));

  it("is of every address of a list, and of a public key's up to the gap limit, shown or not", async () => {
    const xpub = newXpub();
    const [list, derived] = [await liveMerchant({ wallet: randomAddresses(4) }), await liveMerchant({ wallet: xpub })];
    const first = deriveAddresses(xpub, 0, 23).map(tronFromHex);
    let all = await watched();
    expect(list.addresses.every((one) => all.has(one))).toBe(true);
    expect(first.map((one) => all.has(one))).toEqual(first.map((_, index) => index < 21));
    expect(await leased(derived)).toBe(first[0]);
    expect(await leased(derived)).toBe(first[1]);
    all = await watched();
    expect(first.map((one) => all.has(one))).toEqual(first.map((_, index) => index < 22));
    expect((await getWallet(derived.member))?.pool).toMatchObject({ total: 2 });
    expect((await listFunds(derived.member, ListFundsInput.parse({}))).totals.addresses).toBe(2);
  });

  it("goes on for thirty days after a wallet was replaced, and begins anew when it comes back later", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const [old = ""] = merchant.addresses;
    const [fresh = ""] = randomAddresses(1);
    await setWallet(merchant.member, { wallet: fresh, confirmation: fresh });
    expect([(await watched()).has(old), (await watched()).has(fresh)]).toEqual([true, true]);
    const { sql } = database();
    await sql`update receive_addresses set retired_at = now() - interval '31 days' where address = ${hexFromTron(old)}`;
    await sql`update address_ledgers set since_block = 7, opening_micros = 1 where address = ${hexFromTron(old)}`;
    expect((await watched()).has(old)).toBe(false);
    await setWallet(merchant.member, { wallet: `${old} ${fresh}`, confirmation: old });
    const ledgers = await sql`
      select since_block::int as since, opening_micros as opening from address_ledgers where address = ${hexFromTron(old)}`;
    expect(ledgers).toEqual([{ since: 1_020, opening: null }]);
  });

  it("derives what a wallet of before lacks", async () => {
    const xpub = newXpub();
    const { merchantId } = await liveMerchant({ wallet: xpub });
    await database().sql`delete from receive_addresses where merchant_id = ${merchantId} and is_ahead`;
    await watchAllAhead(database().sql, MAINNET);
    const all = await watched();
    expect(deriveAddresses(xpub, 0, 21).every((one) => all.has(tronFromHex(one)))).toBe(true);
  });
});

describe("an xpub", () => {
  it("gives the next address when none is free, and a free one before that", async () => {
    const xpub = newXpub();
    const merchant = await liveMerchant({ wallet: xpub });
    const chain = deriveAddresses(xpub, 0, 4).map(tronFromHex);
    expect([await leased(merchant), await leased(merchant), await leased(merchant)]).toEqual(chain.slice(0, 3));
    await cancelAll(merchant);
    await rest(chain[1] ?? "", { until: -1 });
    expect([await leased(merchant), await leased(merchant)]).toEqual([chain[1], chain[3]]);
    expect((await addressesOf(merchant.merchantId)).map((one) => one.index)).toEqual([0, 1, 2, 3]);
  });

  it("never uses one twice where the merchant wants that", async () => {
    const xpub = newXpub();
    const merchant = await liveMerchant({ wallet: xpub });
    await setNeverReuse(merchant.member, { neverReuse: true });
    const chain = deriveAddresses(xpub, 0, 2).map(tronFromHex);
    expect(await leased(merchant)).toBe(chain[0]);
    await cancelAll(merchant);
    await rest(chain[0] ?? "", { until: -600 });
    expect(await leased(merchant)).toBe(chain[1]);
  });

  it("passes over an index whose address another merchant lists, and takes back those of a list of one's own", async () => {
    const xpub = newXpub();
    const chain = deriveAddresses(xpub, 0, 5).map(tronFromHex);
    await liveMerchant({ wallet: [chain[3] ?? ""] });
    const merchant = await liveMerchant({ wallet: [chain[2] ?? ""] });
    await setWallet(merchant.member, { wallet: xpub, confirmation: chain[0] ?? "" });
    const got = [];
    for (let i = 0; i < 4; i++) got.push(await leased(merchant));
    expect(got).toEqual([chain[0], chain[1], chain[2], chain[4]]);
  });

  it("passes over as many used addresses as a list of its own had", async () => {
    const xpub = newXpub();
    const chain = deriveAddresses(xpub, 0, 121).map(tronFromHex);
    const merchant = await liveMerchant({ wallet: chain.slice(0, 120) });
    await database()
      .sql`update receive_addresses set last_leased_at = now() where merchant_id = ${merchant.merchantId}`;
    await setNeverReuse(merchant.member, { neverReuse: true });
    await setWallet(merchant.member, { wallet: xpub, confirmation: chain[0] ?? "" });
    expect(await leased(merchant)).toBe(chain[120]);
  });

  it("locks what it passes over in the order of everybody who locks several", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const { sql } = database();
    const listed = async () => {
      const xpub = newXpub();
      const [first, ...next] = deriveAddresses(xpub, 0, 3) as [HexAddress, HexAddress, HexAddress];
      await setWallet(merchant.member, {
        wallet: next.map(tronFromHex).join("\n"),
        confirmation: tronFromHex(next[0]),
      });
      const rows = await sql<{ address: HexAddress }[]>`
        select address from receive_addresses where address = any(${next}::text[]) order by id`;
      const inOrder = rows.map((row) => row.address);
      return { xpub, first, inOrder, isReversed: inOrder[0] === next[1] };
    };
    let wallet = await listed();
    while (!wallet.isReversed) wallet = await listed();
    const [low = "", high = ""] = wallet.inOrder;
    await sql`update receive_addresses set rests_until = now() + interval '1 hour' where address in (${low}, ${high})`;
    await setWallet(merchant.member, { wallet: wallet.xpub, confirmation: tronFromHex(wallet.first) });
    expect(await leased(merchant)).toBe(tronFromHex(wallet.first));
    const leasing = await sql.begin(async (tx) => {
      await tx`select from receive_addresses where address = ${low} for no key update`;
      const leasing = leased(merchant);
      await waitForLocks(1);
      await tx`select from receive_addresses where address = ${high} for no key update nowait`;
      return { leasing };
    });
    expect(await leasing.leasing).toBe(deriveAddresses(wallet.xpub, 3, 1).map(tronFromHex)[0]);
  });

  it("gives fifty addresses to fifty who ask at once, each its own, without a gap", async () => {
    const xpub = newXpub();
    const merchant = await liveMerchant({ wallet: xpub });
    const got = await Promise.all(Array.from({ length: 50 }, () => leased(merchant)));
    expect([...got].sort()).toEqual(deriveAddresses(xpub, 0, 50).map(tronFromHex).sort());
    const { pool } = (await getWallet(merchant.member)) ?? {};
    expect(pool).toMatchObject({ total: 50, leased: 50, use: null, isLow: false, unusedRun: 50, isBeyondGap: true });
    await makeTransfer({
      merchantId: merchant.merchantId,
      address: deriveAddresses(xpub, 30, 1)[0] as HexAddress,
      amountMicros: 1n,
    });
    expect((await getWallet(merchant.member))?.pool.unusedRun).toBe(30);
  });
});

describe("a pool", () => {
  it("of 300 under a thousand requests at once serves exactly 300, and nothing is half made", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(300) });
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => create(merchant.liveKey)));
    const codes = answers.map(({ status, json }) => `${status} ${json.code ?? "created"}`);
    const count = (code: string) => codes.filter((one) => one === code).length;
    expect({ made: count("200 created"), refused: count("503 api_error") }).toEqual({ made: 300, refused: 700 });
    const [made] = await database().sql`
      select count(*)::int as intents, count(distinct receive_address)::int as addresses,
             (select count(*)::int from address_leases l join receive_addresses a on a.id = l.address_id
               where a.merchant_id = ${merchant.merchantId} and l.released_at is null) as leases,
             (select count(*)::int from events where merchant_id = ${merchant.merchantId}) as events
        from payment_intents where merchant_id = ${merchant.merchantId}`;
    expect(made).toEqual({ intents: 300, addresses: 300, leases: 300, events: 300 });
    expect(await alarmsOf(merchant.merchantId)).toEqual(["pool_empty", "pool_low"]);
    const refused = answers.find((answer) => answer.status !== 200);
    expect(refused).toMatchObject({ status: 503, json: { code: "api_error" } });
    expect(refused?.headers.get("retry-after")).toBe("60");
    expect(refused?.json.error).toMatch(/receive address.*in use.*Nothing was created.*add addresses.*xpub/);
  });

  it("tells what its addresses do, warns at four fifths, and takes the warning back", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(10) });
    for (let i = 0; i < 7; i++) await leased(merchant);
    expect((await getWallet(merchant.member))?.pool).toMatchObject({ total: 10, leased: 7, free: 3, isLow: false });
    expect(await alarmsOf(merchant.merchantId)).toEqual([]);
    await leased(merchant);
    expect((await getWallet(merchant.member))?.pool).toMatchObject({
      leased: 8,
      free: 2,
      use: 0.8,
      isLow: true,
      isEmpty: false,
    });
    expect(await alarmsOf(merchant.merchantId)).toEqual(["pool_low"]);
    for (let i = 0; i < 3; i++) await leased(merchant);
    expect(await alarmsOf(merchant.merchantId)).toEqual(["pool_empty", "pool_low"]);
    await cancelAll(merchant);
    await reviewPools(database().sql, MAINNET);
    expect((await getWallet(merchant.member))?.pool).toMatchObject({ resting: 10, leased: 0, use: 1, isEmpty: true });
    expect(await alarmsOf(merchant.merchantId)).toEqual(["pool_empty", "pool_low"]);
    for (const address of merchant.addresses.slice(0, 9)) await rest(address, { until: 60, least: -1 });
    await reviewPools(database().sql, MAINNET);
    expect(await alarmsOf(merchant.merchantId)).toEqual(["pool_low"]);
    const resting = (await getWallet(merchant.member))?.pool;
    expect(resting).toMatchObject({ resting: 10, reserve: 9, free: 0, isEmpty: false });
    const [alarm] = await database().sql`
      select message, times from chain_alarms
       where merchant_id = ${merchant.merchantId} and kind = 'pool_low' and cleared_at is null`;
    expect(alarm).toEqual({
      message:
        "0 of 10 addresses are available (1 in cooldown, 9 reusable if needed). About 10 payments an hour, 10 at the same time.",
      times: 1,
    });
    expect(alarm?.message).toContain(resting && poolText(resting));
    for (const address of merchant.addresses) await rest(address, { until: -1 });
    await reviewPools(database().sql, MAINNET);
    expect(await alarmsOf(merchant.merchantId)).toEqual([]);
  });

  it("whose last free address somebody else has locked for a moment gives it out afterwards", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const { sql } = database();
    let waiting: Promise<string | null> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from receive_addresses where merchant_id = ${merchant.merchantId} for no key update`;
      waiting = leased(merchant);
      await waitFor("a creation that waits for the address", async () => {
        const rows = await sql`
          select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%receive_addresses%'`;
        return rows.length > 0;
      });
    });
    expect(await waiting).toBe(merchant.addresses[0]);
  });

  it("that gets more addresses is no longer low", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    await leased(merchant);
    await leased(merchant);
    expect(await alarmsOf(merchant.merchantId)).toEqual(["pool_empty", "pool_low"]);
    const more = [...merchant.addresses, ...randomAddresses(4)];
    await setWallet(merchant.member, { wallet: more.join("\n"), confirmation: more[0] ?? "" });
    expect(await alarmsOf(merchant.merchantId)).toEqual([]);
    expect(await leased(merchant)).not.toBeNull();
  });

  it("that is changed, paid from and looked at while it is used leaves every intent with an address, and locks nobody out", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(120) });
    const { merchantId, member, liveKey } = merchant;
    const lists = Array.from({ length: 5 }, () => randomAddresses(120));
    const shared = lists.flat().slice(0, 200);
    const change = (list: string[]) => setWallet(member, { wallet: list.join("\n"), confirmation: list[0] ?? "" });
    /** As the watcher does when money came to many addresses. */
    const touch = () => database().sql`
      with touched as (
        select id from receive_addresses where merchant_id = ${merchantId} order by id for no key update)
      update receive_addresses set balance_at = null where id = any(array(select id from touched))`;
    const askAndCancel = async () => {
      const { status, json } = await create(liveKey);
      return [json.error ?? status, (await cancel(liveKey, json.intent?.id)).status];
    };
    const [statuses] = await Promise.all([
      Promise.all(Array.from({ length: 80 }, askAndCancel)),
      Promise.all(lists.map(change)),
      Promise.all(Array.from({ length: 20 }, touch)),
      change([...shared, ...randomAddresses(1)]),
    ]);
    expect(statuses).toEqual(Array(80).fill([200, 200]));
    const strangers = await database().sql`
      select i.id from payment_intents i
       where i.merchant_id = ${merchantId} and not exists (
         select from receive_addresses a join address_leases l on l.address_id = a.id
          where a.address = i.receive_address and a.merchant_id = i.merchant_id and l.intent_id = i.id)`;
    expect(strangers).toEqual([]);
  });
});

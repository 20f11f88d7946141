import { describe, expect, it } from "vitest";
import { database, type Sql } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { setWallet } from "@/lib/chain/wallets/set-wallet";
import { ListFundsInput, listFunds } from "@/lib/settlement/funds/funds";
import { exportFunds } from "@/lib/settlement/funds/funds-export";
import { planSweep, SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { call } from "@/tests/support/api";
import {
  type LiveMerchant,
  liveMerchant,
  MAINNET,
  makeTransfer,
  newXpub,
  randomAddresses,
  randomHex,
  setKnownBalance,
  turnLiveOn,
  USDT,
} from "@/tests/support/live";
import { fc } from "@/tests/support/property";
import { cellsOf, linesOf } from "@/tests/support/read-exports";

turnLiveOn();

const funds = ({ member }: LiveMerchant, given: object = {}) => listFunds(member, ListFundsInput.parse(given));
const hex = (address: string) => hexFromTron(address) as HexAddress;

function balance(address: string, micros: bigint | null, isFresh = true) {
  return database().sql`
    update receive_addresses set balance_micros = ${micros}, balance_at = ${isFresh ? new Date("2026-03-01T12:00:00Z") : null}
     where address = ${hex(address)}`;
}

function send({ merchantId }: LiveMerchant, from: string, amountMicros: bigint) {
  return database().sql`
    insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                    block_number, occurred_at)
    values (${merchantId}, ${MAINNET}, gen_random_uuid()::text, 0, ${hex(from)}, ${randomHex()}, ${amountMicros}, 7, now())`;
}

async function csvOf(merchant: LiveMerchant): Promise<string[]> {
  return linesOf(exportFunds(merchant.member, { zone: "Europe/Lisbon" }));
}

describe("funds", () => {
  it("stand by address with balance and ledger, whether they agree, and in total, the richest first", async () => {
    const [a = "", b = "", c = "", d = ""] = randomAddresses(4);
    const merchant = await liveMerchant({ wallet: [a, b, c, d] });
    await makeTransfer({ ...merchant, address: hex(a), amountMicros: 10_000_000n });
    await makeTransfer({ ...merchant, address: hex(a), amountMicros: 5_000_000n, counted: false });
    await send(merchant, a, 3_000_000n);
    await balance(a, 12_000_000n);
    await makeTransfer({ ...merchant, address: hex(b), amountMicros: 50_000_000n });
    await balance(b, 49_000_000n);
    await makeTransfer({ ...merchant, address: hex(c), amountMicros: 1_000_000n });
    await balance(c, 0n, false);
    const { totals, rows, next } = await funds(merchant);
    const figures = rows.map((row) => [row.address, row.balanceMicros, row.ledgerMicros, row.agrees]);
    expect(figures.slice(0, 2)).toEqual([
      [b, 49_000_000n, 50_000_000n, false],
      [a, 12_000_000n, 12_000_000n, true],
    ]);
    expect(figures).toContainEqual([c, 0n, 1_000_000n, null]);
    expect(figures).toContainEqual([d, null, 0n, null]);
    expect(rows.find((row) => row.address === a)).toMatchObject({
      receivedMicros: 15_000_000n,
      sentMicros: 3_000_000n,
    });
    expect(totals).toMatchObject({
      addresses: 4,
      funded: 2,
      balanceMicros: 61_000_000n,
      ledgerMicros: 63_000_000n,
      disagree: 1,
    });
    expect(next).toBeNull();
    expect((await funds(merchant, { only: "funded" })).rows.map((row) => row.address)).toEqual([b, a, c]);
  });

  it("count neither another merchant's, nor the sandbox's, nor another network's", async () => {
    const [ours, theirs] = [await liveMerchant(), await liveMerchant()];
    await makeTransfer({ ...theirs, address: hex(theirs.addresses[0] ?? ""), amountMicros: 9_000_000n });
    await balance(theirs.addresses[0] ?? "", 9_000_000n);
    await database().sql`
      insert into transfers (merchant_id, network, tx_hash, log_index, address, amount_micros, occurred_at, counted)
      values (${ours.merchantId}, 'tron-nile', 'x', 0, ${hex(ours.addresses[0] ?? "")}, 5, now(), false)`;
    expect((await funds(ours)).totals).toMatchObject({ addresses: 3, balanceMicros: 0n, ledgerMicros: 0n });
    expect((await csvOf(ours)).join()).not.toContain(theirs.addresses[0]);
  });

  it("say what each address does, those of an earlier wallet too", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(2) });
    const [a = "", b = ""] = merchant.addresses;
    const [c = ""] = randomAddresses(1);
    await setWallet(merchant.member, { wallet: `${b}\n${c}`, confirmation: b });
    await database().sql`update receive_addresses set blacklisted_at = now() where address = ${hex(c)}`;
    await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.liveKey });
    const states = new Map((await funds(merchant)).rows.map((row) => [row.address, row.state]));
    expect([states.get(a), states.get(b), states.get(c)]).toEqual(["retired", "leased", "frozen"]);
  });

  it("count what addresses ahead of the last used one hold, as a sweep does", async () => {
    const xpub = newXpub();
    const merchant = await liveMerchant({ wallet: xpub });
    const ahead = tronFromHex(deriveAddresses(xpub, 5, 1)[0] as HexAddress);
    expect((await funds(merchant)).rows.map((row) => row.address)).not.toContain(ahead);
    await balance(ahead, 30_000_000n);
    const { totals, rows } = await funds(merchant);
    expect(rows[0]).toMatchObject({ address: ahead, balanceMicros: 30_000_000n });
    const plan = await planSweep(merchant.member, SweepInput.parse({ to: randomAddresses(1)[0], threshold: "1" }));
    expect(totals.balanceMicros).toBe(plan.totalMicros + plan.leftMicros);
    expect((await csvOf(merchant)).join()).toContain(ahead);
  });

  it("turn their pages and their file without losing or repeating an address", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(250) });
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await funds(merchant, { before });
      seen.push(...page.rows.map((row) => row.address));
      before = page.next ?? undefined;
    } while (before);
    expect(seen.toSorted()).toEqual(merchant.addresses.toSorted());
    const lines = await csvOf(merchant);
    expect(lines).toHaveLength(251);
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(seen);
  });

  it("go into a file with plain decimals and the merchant's own time", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(1) });
    const [a = ""] = merchant.addresses;
    await makeTransfer({ ...merchant, address: hex(a), amountMicros: 1_234_500_000n });
    await balance(a, 1_234_500_000n);
    expect(await csvOf(merchant)).toEqual([
      "address,index,state,balance_usdt,balance_at,received_usdt,sent_usdt,ledger_usdt,agrees,last_used_at,opening_usdt",
      `${a},,free,1234.5,2026-03-01T12:00:00.000+00:00,1234.5,0,1234.5,yes,,`,
    ]);
  });
});

describe("the sums of an address", () => {
  const entry = fc.record({ at: fc.nat(4), micros: fc.integer({ min: 1, max: 10 ** 12 }) });
  const statement = fc.record({ leaves: fc.boolean(), entries: fc.array(entry, { minLength: 1, maxLength: 5 }) });

  it("equal its transfers after any statements, also of several writers at once", async () => {
    const merchant = await liveMerchant({ wallet: randomAddresses(5) });
    const { sql } = database();
    const enter = ({ leaves, entries }: { leaves: boolean; entries: { at: number; micros: number }[] }) => {
      const at = entries.map((one) => hex(merchant.addresses[one.at] ?? ""));
      const rows = sql`
        select ${merchant.merchantId}::uuid, ${MAINNET}, gen_random_uuid()::text, 0, address, ${randomHex()}, 7, micros, now()
          from unnest(${at}::text[], ${entries.map((one) => one.micros)}::bigint[]) as e(address, micros)`;
      return leaves
        ? sql`insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address,
                                              block_number, amount_micros, occurred_at) ${rows}`
        : sql`insert into transfers (merchant_id, network, tx_hash, log_index, address, from_address, block_number,
                                     amount_micros, occurred_at, counted) select *, false from (${rows}) r`;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 4 }), async (statements) => {
        await Promise.all(statements.map(enter));
        const wrong = await sql`
          select a.address from receive_addresses a left join address_ledgers l using (address)
           where (coalesce(l.received_micros, 0), coalesce(l.sent_micros, 0)) is distinct from (
             (select coalesce(sum(amount_micros), 0) from transfers t where t.address = a.address and t.network = ${MAINNET}),
             (select coalesce(sum(amount_micros), 0) from outgoing_transfers o
               where o.from_address = a.address and o.network = ${MAINNET}))
             and a.merchant_id = ${merchant.merchantId}`;
        expect([...wrong]).toEqual([]);
      }),
      { numRuns: 25 },
    );
    const { totals, rows } = await funds(merchant);
    expect(rows.reduce((sum, row) => sum + row.ledgerMicros, 0n)).toBe(totals.ledgerMicros);
  });

  it("stand by what moved: an entered transfer is neither changed nor taken out", async () => {
    const merchant = await liveMerchant();
    const id = await makeTransfer({ ...merchant, address: hex(merchant.addresses[0] ?? ""), amountMicros: 5n });
    const { sql } = database();
    await expect(sql`update transfers set amount_micros = 6 where id = ${id}`).rejects.toThrow("stays");
    await expect(sql`delete from transfers where id = ${id}`).rejects.toThrow("stays");
  });

  it("are all that funds and their file read: not one transfer is looked at", async () => {
    const merchant = await liveMerchant();
    await makeTransfer({ ...merchant, address: hex(merchant.addresses[0] ?? ""), amountMicros: 5n });
    await database().sql.begin(async (tx) => {
      const member = { ...merchant.member, db: { ...merchant.member.db, sql: tx as unknown as Sql } };
      const looks = async () => {
        const [row] = await tx<[{ count: number }]>`
          select sum(seq_scan + coalesce(idx_scan, 0))::int as count from pg_stat_xact_user_tables
           where relname in ('transfers', 'outgoing_transfers')`;
        return row.count;
      };
      // what the connection did before may still be among the counts
      const before = await looks();
      await listFunds(member, ListFundsInput.parse({}));
      await cellsOf(exportFunds(member, { zone: "UTC" }));
      expect(await looks()).toBe(before);
      await tx`select count(*) from transfers`;
      expect(await looks()).toBe(before + 1);
    });
  });
});

describe("a sweep", () => {
  const sweep = ({ member }: LiveMerchant, given: object) => planSweep(member, SweepInput.parse(given));

  it("takes what reaches the threshold and waits for nobody, and leaves a millionth", async () => {
    const [a = "", b = "", c = "", d = ""] = randomAddresses(4);
    const merchant = await liveMerchant({ wallet: [a, b, c, d] });
    const [to = ""] = randomAddresses(1);
    await setKnownBalance([hex(a)], 20_000_000n);
    await setKnownBalance([hex(b)], 9_999_999n);
    await setKnownBalance([hex(c)], 30_000_000n);
    await setKnownBalance([hex(d)], 40_000_000n);
    await database().sql`update receive_addresses set blacklisted_at = now() where address = ${hex(c)}`;
    await database().sql`update receive_addresses set funded = true where address = ${hex(d)}`;
    await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.liveKey });
    const plan = await sweep(merchant, { to });
    expect(plan.lines).toEqual([
      `TriggerContract ${a} ${USDT} transfer(address,uint256) "${to}",19999999 false 30000000 0 0 #`,
    ]);
    expect(plan.rows).toEqual([{ from: a, amountMicros: 19_999_999n, derivationIndex: null }]);
    expect(plan.totalMicros + plan.leftMicros).toBe((await funds(merchant)).totals.balanceMicros);
    expect(plan).toMatchObject({ to, isMore: false, costText: expect.stringMatching(/TRX/) });
  });

  it("takes no more of an address than is recorded there, nor than it holds", async () => {
    const [arriving = "", unexplained = "", leaving = "", elsewhere = "", unread = ""] = randomAddresses(5);
    const merchant = await liveMerchant({ wallet: [arriving, unexplained, leaving, elsewhere, unread] });
    // recorded 20; a payment of 500 is in the newest block
    await makeTransfer({ ...merchant, address: hex(arriving), amountMicros: 20_000_000n });
    await balance(arriving, 520_000_000n);
    // nothing recorded
    await balance(unexplained, 30_000_000n);
    // 15 of 40 left in the newest block
    await setKnownBalance([hex(leaving)], 40_000_000n);
    await balance(leaving, 25_000_000n);
    // recorded on another network
    await setKnownBalance([hex(elsewhere)], 50_000_000n);
    await database().sql`update address_ledgers set network = 'tron-nile' where address = ${hex(elsewhere)}`;
    // its balance was never read
    await makeTransfer({ ...merchant, address: hex(unread), amountMicros: 60_000_000n });
    const { rows, totalMicros, leftMicros } = await sweep(merchant, { to: randomAddresses(1)[0] });
    expect(rows.map(({ from, amountMicros }) => [from, amountMicros])).toEqual([
      [leaving, 24_999_999n],
      [arriving, 19_999_999n],
    ]);
    expect(totalMicros + leftMicros).toBe((await funds(merchant)).totals.balanceMicros);
  });

  it("to what is no address, or receives payments here, is refused", async () => {
    const merchant = await liveMerchant();
    for (const to of ["x", USDT, merchant.addresses[0]]) {
      await expect(sweep(merchant, { to })).rejects.toMatchObject({ code: "invalid_request", extra: { field: "to" } });
    }
    expect(SweepInput.safeParse({ to: "x", threshold: "-1" }).success).toBe(false);
  });

  it("to another business's receiving address is planned like to any, so that it isn't told", async () => {
    const [merchant, other] = [await liveMerchant(), await liveMerchant()];
    for (const to of [other.addresses[0], randomAddresses(1)[0]])
      expect(await sweep(merchant, { to })).toMatchObject({ to });
  });

  it("names what addresses cost that nothing was ever sent from, since they may have no account yet", async () => {
    const merchant = await liveMerchant();
    const [unused = "", used = ""] = merchant.addresses;
    await setKnownBalance([hex(unused), hex(used)], 50_000_000n);
    const [to] = randomAddresses(1);
    const before = await sweep(merchant, { to });
    expect(before.costText).toMatch(/It includes 1\.1 TRX each for 2 addresses that may have no account yet/);
    await database()
      .sql`update address_ledgers set sent_micros = 1, received_micros = received_micros + 1 where address = ${hex(used)}`;
    const after = await sweep(merchant, { to });
    expect(after.costText).toMatch(/It includes 1\.1 TRX for 1 address that may have no account yet/);
    expect(Number(before.estimateTrx) - Number(after.estimateTrx)).toBeCloseTo(1.1, 6);
  });
});

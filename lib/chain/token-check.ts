import { eq, sql as fragment } from "drizzle-orm";
import { chainCursors, type receiveAddresses } from "@/drizzle/schema";
import { type AlarmKind, clearAlarm, raiseAlarm } from "@/lib/chain/alarms";
import type { RpcAnswer } from "@/lib/chain/rpc";
import { askToken, type RpcCall } from "@/lib/chain/rpc-calls";
import { isRpcError, type RpcError } from "@/lib/chain/rpc-error";
import type { WatchContext } from "@/lib/chain/watch-context";
import type { HexAddress } from "@/lib/tron/address";

/** What the contract answers; null where it has no such function, as other tokens than USDT's. */
type TokenState = Record<"paused" | "deprecated" | "basisPointsRate" | "maximumFee", bigint | null>;

const QUESTIONS = ["paused", "deprecated", "basisPointsRate", "maximumFee"] as const;

/** A contract answers so to a function that it does not have. */
const NO_SUCH_FUNCTION = /revert/i;
const ASKED_AGAIN = 2;
/** A day goes by between two checks; half a day more is too long. */
const TOO_OLD = "36 hours";

/**
 * Asks the token's contract whether it is paused, replaced or takes a fee, and whether its issuer has frozen addresses that
 * wait for money or hold some. Each is an alarm until it is over; a frozen address is not leased again. A check that could not
 * be made in full stays due, and is an alarm when that goes on for long.
 */
export async function checkToken(ctx: WatchContext): Promise<void> {
  const { network, db } = ctx;
  try {
    await check(ctx);
    await clearAlarm(db.sql, { network: network.id, kind: "token_unchecked" });
  } catch (error) {
    if (isRpcError(error) && (await isOverdue(ctx))) {
      const message = `The USDT contract hasn't been checked for more than 36 hours: ${error.message}`;
      await raiseAlarm(db.sql, { network: network.id, kind: "token_unchecked", message });
    }
    throw error;
  }
}

async function isOverdue({ db, network }: WatchContext): Promise<boolean> {
  const [row] = await db.sql<[{ isOverdue: boolean }?]>`
    select coalesce(token_checked_at < now() - ${TOO_OLD}::interval, true) as "isOverdue"
      from chain_cursors where network = ${network.id}`;
  return row?.isOverdue ?? false;
}

async function check(ctx: WatchContext): Promise<void> {
  const { network, db } = ctx;
  const state = await readToken(ctx);
  await weigh(ctx, "token_paused", state.paused, "The USDT contract is paused.");
  await weigh(ctx, "token_deprecated", state.deprecated, "The USDT contract was replaced by a new one.");
  const fee = state.basisPointsRate === null ? null : state.basisPointsRate * (state.maximumFee ?? 1n);
  await weigh(ctx, "token_fee", fee, "The USDT contract charges a fee, so less arrives than customers send.");
  await checkFrozen(ctx);
  const kept = Object.fromEntries(QUESTIONS.map((name) => [name, formatAnswer(name, state[name])]));
  await db.orm
    .update(chainCursors)
    .set({ tokenCheckedAt: fragment`now()`, token: kept })
    .where(eq(chainCursors.network, network.id));
}

function formatAnswer(name: (typeof QUESTIONS)[number], value: bigint | null): string | boolean {
  if (value === null) return "unknown";
  return name === "paused" || name === "deprecated" ? value !== 0n : String(value);
}

async function readToken(ctx: WatchContext): Promise<TokenState> {
  const { told, failure } = await askAll(
    ctx,
    QUESTIONS.map((name) => askToken(ctx.network.token, name)),
  );
  if (failure) throw failure;
  return Object.fromEntries(QUESTIONS.map((name, index) => [name, told[index] ?? null])) as TokenState;
}

type Told = {
  /** null: the contract has no such function; undefined: it could not be asked */
  told: (bigint | null | undefined)[];
  /** of one that could not be asked */
  failure: RpcError | null;
};

/** Asks the contract, and again what the node could not answer at that moment. */
async function askAll(ctx: WatchContext, calls: readonly RpcCall<bigint>[]): Promise<Told> {
  const told: Told["told"] = calls.map(() => undefined);
  let failure: RpcError | null = null;
  for (let n = 0; n <= ASKED_AGAIN; n++) {
    const open = calls.flatMap((call, index) => (told[index] === undefined ? [{ call, index }] : []));
    if (open.length === 0) break;
    failure = null;
    const answers = await ctx.providers.use((rpc) => rpc.batch(open.map(({ call }) => call)));
    for (const [place, { index }] of open.entries()) {
      const { value, error } = answers[place] as RpcAnswer<bigint>;
      const isNone =
        error?.kind === "bad_answer" || (error?.kind === "refused" && NO_SUCH_FUNCTION.test(error.message));
      if (error && !isNone) failure = error;
      else told[index] = value ?? null;
    }
  }
  return { told, failure };
}

async function weigh({ network, db }: WatchContext, kind: AlarmKind, value: bigint | null, message: string) {
  if (value === null) return;
  if (value === 0n) await clearAlarm(db.sql, { network: network.id, kind });
  else await raiseAlarm(db.sql, { network: network.id, kind, message });
}

type Held = Pick<typeof receiveAddresses.$inferSelect, "id" | "merchantId"> & {
  address: HexAddress;
  wasFrozen: boolean;
};

async function checkFrozen(ctx: WatchContext): Promise<void> {
  const { network, db } = ctx;
  const held = await db.sql<Held[]>`
    select a.id, a.merchant_id as "merchantId", a.address, a.blacklisted_at is not null as "wasFrozen"
      from receive_addresses a
     where a.last_leased_at is not null
       and (a.funded or a.blacklisted_at is not null
            or exists (select from address_leases l where l.address_id = a.id and l.released_at is null))
     order by a.id`;
  const calls = held.map((one) => askToken(network.token, "isBlackListed", one.address));
  const { told, failure } = await askAll(ctx, calls);
  const changed = { frozen: [] as string[], freed: [] as string[] };
  for (const [index, { id, wasFrozen }] of held.entries()) {
    const value = told[index];
    if (value === undefined || value === null || (value !== 0n) === wasFrozen) continue;
    changed[value === 0n ? "freed" : "frozen"].push(id);
  }
  // locked in the order of everybody who locks several
  await db.sql`
    with held as (
      select id from receive_addresses where id = any(${[...changed.frozen, ...changed.freed]}::uuid[])
       order by id for no key update)
    update receive_addresses set blacklisted_at = case when id = any(${changed.frozen}::uuid[]) then now() end
     where id = any(array(select id from held))`;
  for (const merchantId of new Set(held.map((one) => one.merchantId))) {
    const frozen = held.filter((one) => one.merchantId === merchantId && isFrozen(one, changed)).length;
    const alarm = { network: network.id, kind: "blacklisted" as const, merchantId };
    const message = `The issuer has frozen ${frozen === 1 ? "1 address" : `${frozen} addresses`}.`;
    await (frozen > 0 ? raiseAlarm(db.sql, { ...alarm, message }) : clearAlarm(db.sql, alarm));
  }
  if (failure) throw failure;
}

function isFrozen({ id, wasFrozen }: Held, { frozen, freed }: { frozen: string[]; freed: string[] }): boolean {
  return frozen.includes(id) || (wasFrozen && !freed.includes(id));
}

import { eq, sql as fragment } from "drizzle-orm";
import { chainCursors } from "@/drizzle/schema";
import { processWide } from "@/lib/base/process/process-wide";
import { type AlarmKind, clearAlarm, raiseAlarm } from "@/lib/chain/nodes/alarms";
import { askContract } from "@/lib/chain/nodes/ask-contract";
import { checkFrozen, type FrozenCheck, newFrozenCheck } from "@/lib/chain/nodes/check-frozen";
import { askToken } from "@/lib/chain/nodes/rpc-calls";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

/** What the contract answers; null where it has no such function, as other tokens than USDT's. */
type TokenState = Record<"paused" | "deprecated" | "basisPointsRate" | "maximumFee", bigint | null>;

const QUESTIONS = ["paused", "deprecated", "basisPointsRate", "maximumFee"] as const;

/** A day goes by between two checks; half a day more is too long. */
const TOO_OLD = "36 hours";
/** Another process may have checked since: what this one has left is begun anew. */
const GOES_ON_MS = 12 * 3_600_000;

type Round = { sinceMs: number; state: TokenState | null; frozen: FrozenCheck };

/** A check that goes on at the next pass. A process that doesn't know of it begins anew. */
const unfinished = (network: string) =>
  processWide(`check of the token ${network}`, () => ({ round: null as Round | null }));

/**
 * Asks the token's contract whether it is paused, replaced or takes a fee, and whether its issuer has frozen addresses
 * that wait for money, hold some or may be leased again. Each is an alarm until it is over; a frozen address is not
 * leased again. With many addresses it takes several calls. A check that could not be made in full stays due, and is an
 * alarm when that goes on for long.
 */
export async function checkToken(ctx: WatchContext): Promise<void> {
  const { network, db } = ctx;
  const round = getRound(network.id);
  try {
    round.state ??= await readToken(ctx);
    if (!(await checkFrozen(ctx, round.frozen))) return;
    await keepChecked(ctx, round.state);
    unfinished(network.id).round = null;
  } catch (error) {
    round.state = null;
    if (isRpcError(error) && (await isOverdue(ctx))) {
      const message = `The USDT contract hasn't been checked for more than 36 hours: ${error.message}`;
      await raiseAlarm(db.sql, { network: network.id, kind: "token_unchecked", message });
    }
    throw error;
  }
}

function getRound(network: string): Round {
  const kept = unfinished(network);
  const now = performance.now();
  if (!kept.round || now - kept.round.sinceMs > GOES_ON_MS) {
    kept.round = { sinceMs: now, state: null, frozen: newFrozenCheck() };
  }
  return kept.round;
}

async function isOverdue({ db, network }: WatchContext): Promise<boolean> {
  const [row] = await db.sql<[{ isOverdue: boolean }?]>`
    select coalesce(token_checked_at < now() - ${TOO_OLD}::interval, true) as "isOverdue"
      from chain_cursors where network = ${network.id}`;
  return row?.isOverdue ?? false;
}

/** What the contract says of itself, with an alarm for each thing that is wrong. */
async function readToken(ctx: WatchContext): Promise<TokenState> {
  const { told, failure } = await askContract(
    ctx,
    QUESTIONS.map((name) => askToken(ctx.network.token, name)),
  );
  if (failure) throw failure;
  const state = Object.fromEntries(QUESTIONS.map((name, index) => [name, told[index] ?? null])) as TokenState;
  await weigh(ctx, "token_paused", state.paused, "The USDT contract is paused.");
  await weigh(ctx, "token_deprecated", state.deprecated, "The USDT contract was replaced by a new one.");
  const fee = state.basisPointsRate === null ? null : state.basisPointsRate * (state.maximumFee ?? 1n);
  await weigh(ctx, "token_fee", fee, "The USDT contract charges a fee, so less arrives than customers send.");
  return state;
}

async function keepChecked({ network, db }: WatchContext, state: TokenState): Promise<void> {
  const kept = Object.fromEntries(QUESTIONS.map((name) => [name, formatAnswer(name, state[name])]));
  await db.orm
    .update(chainCursors)
    .set({ tokenCheckedAt: fragment`now()`, token: kept })
    .where(eq(chainCursors.network, network.id));
  await clearAlarm(db.sql, { network: network.id, kind: "token_unchecked" });
}

function formatAnswer(name: (typeof QUESTIONS)[number], value: bigint | null): string | boolean {
  if (value === null) return "unknown";
  return name === "paused" || name === "deprecated" ? value !== 0n : String(value);
}

async function weigh({ network, db }: WatchContext, kind: AlarmKind, value: bigint | null, message: string) {
  if (value === null) return;
  if (value === 0n) await clearAlarm(db.sql, { network: network.id, kind });
  else await raiseAlarm(db.sql, { network: network.id, kind, message });
}

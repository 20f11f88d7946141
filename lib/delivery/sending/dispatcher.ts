import type { Context } from "@/lib/base/context/context";
import { batch } from "@/lib/base/db/batch";
import { log } from "@/lib/base/process/log";
import { outsideTrace } from "@/lib/base/process/tracing";
import { acceptedSoon, claimableAhead } from "@/lib/delivery/sending/ahead";
import { type AttemptResult, attemptOnce } from "@/lib/delivery/sending/attempt";
import { type ClaimedDelivery, claimDue, giveBack, type Shares } from "@/lib/delivery/sending/claim";
import { followHealth, type HealthChanges } from "@/lib/delivery/sending/follow-health";
import { untilUnlocked } from "@/lib/delivery/sending/left-out";
import { recordAttempts } from "@/lib/delivery/sending/record-attempts";
import type { Sender } from "@/lib/delivery/sending/send";
import { claimLimit, type Held, SCARCE_FROM, SLOTS_HEALTHY, slotsOfEach } from "@/lib/delivery/sending/slots";

/** Unwritten results at which claiming pauses: beyond it the database is the bottleneck. */
const MAX_UNWRITTEN = 1_000;
const SHORT_PAUSE_MS = 10_000;
/** A slot that came free waits no longer than this for a claim that fills many at once. */
const REFILL_MS = 25;
/** How much the latest response counts in an endpoint's average. */
const LATEST_WEIGHT = 0.1;
const MOST_PACES = 1_000;
const NOTHING: Held = { endpoints: 0, more: 0 };

export type Dispatcher = {
  /** Starts every due attempt whose endpoint has a free slot; resolves to the number claimed. */
  pump(): Promise<number>;
  /** Resolves when nothing is in flight, or `signal` is aborted; deliveries that become due meanwhile are attempted too. */
  idle(signal?: AbortSignal): Promise<void>;
  /** Stops claiming and gives back what waits; resolves when the attempts in flight have been recorded. */
  stop(): Promise<void>;
};

/** What this process has claimed of one endpoint. */
type Lane = {
  merchantId: string;
  underWay: number;
  /** claimed ahead, oldest first */
  waiting: ClaimedDelivery[];
  /** a claim for more is coming or under way */
  isRefilling: boolean;
};

/** Sends due deliveries concurrently. A slow or dead endpoint occupies only its own slots, however many there are. */
export function createDispatcher(
  { db: { sql }, settings }: Context,
  sender: Sender,
  onAttempt: (result: AttemptResult) => void = () => {},
): Dispatcher {
  const lanes = new Map<string, Lane>();
  /** an endpoint's average time to respond in milliseconds */
  const paces = new Map<string, number>();
  const waiters = new Set<() => void>();
  /** deliveries under way or waiting for a slot */
  let claimed = 0;
  /** deliveries claimed and not yet recorded or given back, and what follows those that were recorded */
  let open = 0;
  let pumping: Promise<number> | null = null;
  let again = false;
  /** true while claiming waits for results to be written */
  let held = false;
  let refilling: NodeJS.Timeout | null = null;
  let stopped = false;
  const stopping = new AbortController();

  // one statement at a time: what arrives meanwhile makes the next one large
  const record = batch<AttemptResult, "recorded" | "left">(
    async (results) => {
      const { changes, left } = await recordAttempts(sql, results);
      void follow(changes);
      return results.map(({ deliveryId }) => (left.has(deliveryId) ? "left" : "recorded"));
    },
    { max: 500, lanes: 1 },
  );

  function pump(): Promise<number> {
    again = true;
    pumping ??= claimLoop().finally(() => {
      pumping = null;
      settle();
    });
    return pumping;
  }

  async function claimLoop() {
    let begun = 0;
    held = false;
    while (again && !stopped) {
      held = open - claimed >= MAX_UNWRITTEN;
      const limit = held ? 0 : claimLimit(heldOfAll());
      if (limit === 0) return begun;
      again = false;
      const due = await claimDue(sql, limit, shares());
      for (const lane of lanes.values()) lane.isRefilling = false;
      claimed += due.length;
      open += due.length;
      if (stopped) await giveBackAll(due);
      else for (const delivery of due) queue(delivery);
      begun += due.length;
      if (due.length === limit) again = true;
    }
    return begun;
  }

  function shares(): Shares {
    const ids = new Set([...lanes.keys(), ...paces.keys()]);
    const all = heldOfAll();
    const ofMerchants = new Map<string, Held>();
    for (const [endpointId, { merchantId }] of lanes) {
      const { endpoints, more } = ofMerchants.get(merchantId) ?? NOTHING;
      ofMerchants.set(merchantId, { endpoints: endpoints + 1, more: more + taken(endpointId) - 1 });
    }
    return {
      endpoints: [...ids].map((endpointId) => ({ endpointId, taken: taken(endpointId), ahead: ahead(endpointId) })),
      merchants: [...ofMerchants].map(([merchantId, own]) => {
        return { merchantId, taken: own.endpoints + own.more, slots: slotsOfEach(all, own) };
      }),
      slotsOfOthers: slotsOfEach(all, NOTHING),
    };
  }

  function heldOfAll(): Held {
    return { endpoints: lanes.size, more: claimed - lanes.size };
  }

  function taken(endpointId: string): number {
    const lane = lanes.get(endpointId);
    return lane === undefined ? 0 : lane.underWay + lane.waiting.length;
  }

  function ahead(endpointId: string): number {
    return claimableAhead(paces.get(endpointId), heldOfAll().more);
  }

  function queue(delivery: ClaimedDelivery) {
    let lane = lanes.get(delivery.endpointId);
    if (lane === undefined) {
      lane = { merchantId: delivery.merchantId, underWay: 0, waiting: [], isRefilling: false };
      lanes.set(delivery.endpointId, lane);
    }
    if (lane.underWay < SLOTS_HEALTHY) void outsideTrace(() => run(lane, delivery));
    else lane.waiting.push(delivery);
  }

  async function run(lane: Lane, delivery: ClaimedDelivery) {
    lane.underWay++;
    const result = await attemptOnce(settings, delivery, sender);
    if (result) await finish(lane, delivery, result);
    else {
      await endLeases([delivery]);
      release(lane, delivery.endpointId);
    }
    open--;
    if (held) tryPump();
    settle();
  }

  async function finish(lane: Lane, delivery: ClaimedDelivery, result: AttemptResult) {
    // a result that changes the endpoint's health keeps its slot until recorded, so that the next claim sees the change
    const routine = result.isTest || (result.outcome === "delivered" && !result.wasFailing);
    notePace(result);
    if (routine) {
      giveBackLate(lane, delivery.endpointId);
      release(lane, delivery.endpointId);
    }
    try {
      while ((await record(result)) === "left") await untilUnlocked();
      onAttempt(result);
      pumpWhenDue(result.delayMs);
    } catch (error) {
      // the lease expires and the attempt is repeated under the same number
      log().error({ deliveryId: delivery.id, err: error }, "a webhook attempt could not be recorded");
    }
    if (!routine) {
      // what was claimed ahead is claimed again by what is known of the endpoint now
      await giveBackAll(lane.waiting.splice(0));
      release(lane, delivery.endpointId);
    }
  }

  /** Not in the lane that records: a large backlog takes its time. */
  async function follow(changes: HealthChanges) {
    if (changes.disabled.length + changes.outages.size === 0) return;
    open++;
    try {
      await followHealth(sql, changes, stopping.signal);
    } catch (error) {
      log().error({ err: error }, "deliveries of endpoints that changed keep their schedule");
    }
    open--;
    tryPump();
    settle();
  }

  function notePace({ endpointId, durationMs, outcome }: AttemptResult) {
    if (outcome !== "delivered") {
      paces.delete(endpointId);
      return;
    }
    if (paces.size >= MOST_PACES) paces.clear();
    const before = paces.get(endpointId) ?? durationMs;
    paces.set(endpointId, before + (durationMs - before) * LATEST_WEIGHT);
  }

  /** Short delays get an exact timer; longer ones are found by polling the due times. */
  function pumpWhenDue(delayMs: number | null) {
    if (delayMs === null || delayMs > SHORT_PAUSE_MS) return;
    setTimeout(tryPump, delayMs).unref();
  }

  function tryPump() {
    if (!stopped) pump().catch((error) => log().error({ err: error }, "deliveries could not be claimed"));
  }

  /** What waits for an endpoint that has become slow could outlive its lease, and be sent twice. */
  function giveBackLate(lane: Lane, endpointId: string) {
    const most = 2 * acceptedSoon(paces.get(endpointId));
    if (lane.waiting.length > most) void giveBackAll(lane.waiting.splice(most)).then(settle);
  }

  /** Frees a slot for the next that waits. Claims again when half of the endpoint's share is gone, or after a moment. */
  function release(lane: Lane, endpointId: string) {
    lane.underWay--;
    claimed--;
    const next = lane.waiting.shift();
    if (next) void run(lane, next);
    const left = taken(endpointId);
    if (left === 0) lanes.delete(endpointId);
    const isLow = !lane.isRefilling && left <= (SLOTS_HEALTHY + ahead(endpointId)) / 2;
    if (claimed === 0 || (isLow && isWorthAClaim(endpointId))) {
      lane.isRefilling = true;
      refill();
    } else refilling ??= setTimeout(refill, REFILL_MS);
  }

  /** While claims are scarce, only a quick endpoint gets a claim of its own: the few slots of slow ones come free one by one. */
  function isWorthAClaim(endpointId: string): boolean {
    return heldOfAll().more < SCARCE_FROM || acceptedSoon(paces.get(endpointId)) >= SLOTS_HEALTHY;
  }

  function refill() {
    if (refilling) clearTimeout(refilling);
    refilling = null;
    tryPump();
  }

  async function giveBackAll(deliveries: ClaimedDelivery[]) {
    claimed -= deliveries.length;
    await endLeases(deliveries);
    open -= deliveries.length;
  }

  /** Leases that can't be given back expire after their time. */
  async function endLeases(deliveries: ClaimedDelivery[]) {
    try {
      await giveBack(sql, deliveries);
    } catch (error) {
      log().error({ deliveries: deliveries.length, err: error }, "claimed webhooks could not be given back");
    }
  }

  function settle() {
    if (open > 0 || pumping) return;
    for (const resolve of waiters) resolve();
    waiters.clear();
  }

  /** Under steady traffic nothing may ever come to rest, so who has given up waiting is forgotten. */
  function idle(signal?: AbortSignal) {
    return new Promise<void>((resolve) => {
      waiters.add(resolve);
      signal?.addEventListener("abort", () => {
        waiters.delete(resolve);
        resolve();
      });
      settle();
    });
  }

  return {
    pump,
    idle,
    stop: async () => {
      stopped = true;
      stopping.abort();
      if (refilling) clearTimeout(refilling);
      await giveBackAll([...lanes.values()].flatMap((lane) => lane.waiting.splice(0)));
      await idle();
    },
  };
}

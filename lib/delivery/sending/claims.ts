import {
  acceptedSoon,
  claimableAhead,
  claimLimit,
  type Held,
  SCARCE_FROM,
  SLOTS_HEALTHY,
  slotsOfEach,
} from "@/lib/delivery/sending/slots";

/** How much the latest response counts in an endpoint's average. */
const LATEST_WEIGHT = 0.1;
const MOST_PACES = 1_000;
const NOTHING: Held = { endpoints: 0, more: 0 };

/** What is claimed of an endpoint, and how much may be claimed beyond its slots while it is healthy. */
type EndpointShare = { endpointId: string; taken: number; ahead: number };
/** What is claimed of a merchant, and how many slots each of its endpoints has. */
type MerchantShare = { merchantId: string; taken: number; slots: number };

export type Shares = {
  endpoints: readonly EndpointShare[];
  merchants: readonly MerchantShare[];
  /** slots of the endpoints of all other merchants */
  slotsOfOthers: number;
};

type OfEndpoint = { endpointId: string; merchantId: string };

/** What is claimed of one endpoint. */
type Taken<Delivery> = {
  merchantId: string;
  underWay: number;
  /** claimed ahead, oldest first */
  waiting: Delivery[];
  /** a claim for more is coming or under way */
  isRefilling: boolean;
};

/** What one process has claimed and not yet sent or given back, by endpoint, and how quickly endpoints respond. */
export function createClaims<Delivery extends OfEndpoint>() {
  const endpoints = new Map<string, Taken<Delivery>>();
  /** an endpoint's average time to respond in milliseconds */
  const paces = new Map<string, number>();
  /** under way or waiting for a slot */
  let count = 0;

  const held = (): Held => ({ endpoints: endpoints.size, more: count - endpoints.size });

  /** Takes out what waits for an endpoint, but for the first `kept`. */
  function takeWaiting(endpointId: string, kept = 0): Delivery[] {
    const out = endpoints.get(endpointId)?.waiting.splice(kept) ?? [];
    count -= out.length;
    return out;
  }

  /** While claims are scarce, only for a quick endpoint: the few slots of slow ones come free one by one. */
  function isWorthAClaim(endpointId: string, left: number): boolean {
    const pace = paces.get(endpointId);
    const { more } = held();
    const isLow = left <= (SLOTS_HEALTHY + claimableAhead(pace, more)) / 2;
    return isLow && (more < SCARCE_FROM || acceptedSoon(pace) >= SLOTS_HEALTHY);
  }

  return {
    takeWaiting,
    count: () => count,
    /** How many the next statement may claim. */
    limit: () => claimLimit(held()),

    shares: () => sharesOf(endpoints, paces, held()),

    /** Adds what a claim has brought. Returns those that have a slot and are under way now; the others wait. */
    add(due: readonly Delivery[]): Delivery[] {
      for (const taken of endpoints.values()) taken.isRefilling = false;
      count += due.length;
      return due.filter((delivery) => {
        const { endpointId, merchantId } = delivery;
        const taken = endpoints.get(endpointId) ?? { merchantId, underWay: 0, waiting: [], isRefilling: false };
        endpoints.set(endpointId, taken);
        const isFree = taken.underWay < SLOTS_HEALTHY;
        if (isFree) taken.underWay++;
        else taken.waiting.push(delivery);
        return isFree;
      });
    },

    /**
     * Frees the slot of a delivery. Returns the next that waits, which is under way now, and whether to claim at once:
     * when half of the endpoint's share is gone. Otherwise a claim can wait until more slots are free.
     */
    release(endpointId: string): { next: Delivery | undefined; claimsNow: boolean } {
      const taken = endpoints.get(endpointId);
      if (taken === undefined) return { next: undefined, claimsNow: false };
      const next = taken.waiting.shift();
      if (next === undefined) taken.underWay--;
      count--;
      const left = takenOf(taken);
      if (left === 0) endpoints.delete(endpointId);
      const claimsNow = count === 0 || (!taken.isRefilling && isWorthAClaim(endpointId, left));
      if (claimsNow) taken.isRefilling = true;
      return { next, claimsNow };
    },

    /**
     * Takes out what an endpoint that has become slow won't accept soon: it could outlive its lease, and be sent twice.
     */
    takeLate: (endpointId: string) => takeWaiting(endpointId, 2 * acceptedSoon(paces.get(endpointId))),

    takeAllWaiting: () => [...endpoints.keys()].flatMap((endpointId) => takeWaiting(endpointId)),

    /** Null: the endpoint didn't accept a delivery, so it has no pace. */
    recordPace(endpointId: string, durationMs: number | null): void {
      if (durationMs === null) {
        paces.delete(endpointId);
        return;
      }
      if (paces.size >= MOST_PACES) paces.clear();
      const before = paces.get(endpointId) ?? durationMs;
      paces.set(endpointId, before + (durationMs - before) * LATEST_WEIGHT);
    },
  };
}

const takenOf = (taken: Taken<unknown> | undefined) =>
  taken === undefined ? 0 : taken.underWay + taken.waiting.length;

/** Endpoints without a delivery are listed for their pace. */
function sharesOf(endpoints: Map<string, Taken<unknown>>, paces: Map<string, number>, all: Held): Shares {
  const ids = new Set([...endpoints.keys(), ...paces.keys()]);
  const ofMerchants = new Map<string, Held>();
  for (const taken of endpoints.values()) {
    const own = ofMerchants.get(taken.merchantId) ?? NOTHING;
    const more = own.more + takenOf(taken) - 1;
    ofMerchants.set(taken.merchantId, { endpoints: own.endpoints + 1, more });
  }
  return {
    endpoints: [...ids].map((endpointId) => {
      const taken = takenOf(endpoints.get(endpointId));
      return { endpointId, taken, ahead: claimableAhead(paces.get(endpointId), all.more) };
    }),
    merchants: [...ofMerchants].map(([merchantId, own]) => {
      return { merchantId, taken: own.endpoints + own.more, slots: slotsOfEach(all, own) };
    }),
    slotsOfOthers: slotsOfEach(all, NOTHING),
  };
}

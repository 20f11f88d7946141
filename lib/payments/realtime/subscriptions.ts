import type { EventPage } from "@/lib/payments/realtime/event-feed";

/**
 * A page that watches an intent. First it waits for the state, then for its page to be attached, then it gets events.
 */
export type Subscription = {
  intentId: string;
  address: string;
  /** null: the state has not been read yet */
  message: string | null;
  /** the state is final: nothing follows */
  ends: boolean;
  page: EventPage | null;
  beatsAlone: number;
  settle: { resolve(there: boolean): void; reject(error: unknown): void };
};

/** An intent that is watched, with the state that was sent last. */
export type Watched = { subscriptions: Set<Subscription>; told: string | null };

export const TURNS = 15;

/** Which address watches which intent. Each subscription has one of fifteen turns, which spreads the heartbeats. */
export function createSubscriptions() {
  const watched = new Map<string, Watched>();
  const turns = Array.from({ length: TURNS }, () => new Set<Subscription>());
  const addresses = new Map<string, number>();
  let taken = 0;
  let count = 0;

  return {
    add(intentId: string, address: string, settle: Subscription["settle"]): Subscription {
      const subscription = { intentId, address, message: null, ends: false, page: null, beatsAlone: 0, settle };
      const intent = watched.get(intentId) ?? { subscriptions: new Set(), told: null };
      intent.subscriptions.add(subscription);
      watched.set(intentId, intent);
      turns[taken++ % TURNS]?.add(subscription);
      addresses.set(address, (addresses.get(address) ?? 0) + 1);
      count += 1;
      return subscription;
    },
    remove(subscription: Subscription): void {
      const intent = watched.get(subscription.intentId);
      if (!intent?.subscriptions.delete(subscription)) return;
      if (intent.subscriptions.size === 0) watched.delete(subscription.intentId);
      for (const turn of turns) turn.delete(subscription);
      const others = (addresses.get(subscription.address) ?? 1) - 1;
      if (others > 0) addresses.set(subscription.address, others);
      else addresses.delete(subscription.address);
      count -= 1;
    },
    has: (subscription: Subscription) => watched.get(subscription.intentId)?.subscriptions.has(subscription) ?? false,
    count: () => count,
    countFrom: (address: string) => addresses.get(address) ?? 0,
    intents: () => [...watched.keys()],
    intent: (id: string) => watched.get(id),
    ofIntent: (id: string) => [...(watched.get(id)?.subscriptions ?? [])],
    ofTurn: (turn: number) => [...(turns[turn % TURNS] ?? [])],
    all: () => [...watched.values()].flatMap((intent) => [...intent.subscriptions]),
  };
}

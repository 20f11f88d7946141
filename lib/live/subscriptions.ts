import type { EventPage } from "@/lib/live/event-feed";

/** A page's place: waiting for its first state, then with a state and waiting for its page, then with its page. */
export type Place = {
  intentId: string;
  address: string;
  /** null: not read yet */
  message: string | null;
  /** the state is an end: nothing follows */
  ends: boolean;
  page: EventPage | null;
  beatsAlone: number;
  settle: { resolve(there: boolean): void; reject(error: unknown): void };
};

/** An intent that somebody watches, with its state as last told. */
export type Watched = { places: Set<Place>; told: string | null };

export const TURNS = 15;

/** Who watches which intent from where. Every place also has one of fifteen turns, so that not all are served at once. */
export function createSeats() {
  const watched = new Map<string, Watched>();
  const turns = Array.from({ length: TURNS }, () => new Set<Place>());
  const addresses = new Map<string, number>();
  let taken = 0;
  let count = 0;

  return {
    take(intentId: string, address: string, settle: Place["settle"]): Place {
      const place = { intentId, address, message: null, ends: false, page: null, beatsAlone: 0, settle };
      const intent = watched.get(intentId) ?? { places: new Set(), told: null };
      intent.places.add(place);
      watched.set(intentId, intent);
      turns[taken++ % TURNS]?.add(place);
      addresses.set(address, (addresses.get(address) ?? 0) + 1);
      count += 1;
      return place;
    },
    leave(place: Place): void {
      const intent = watched.get(place.intentId);
      if (!intent?.places.delete(place)) return;
      if (intent.places.size === 0) watched.delete(place.intentId);
      for (const turn of turns) turn.delete(place);
      const others = (addresses.get(place.address) ?? 1) - 1;
      if (others > 0) addresses.set(place.address, others);
      else addresses.delete(place.address);
      count -= 1;
    },
    has: (place: Place) => watched.get(place.intentId)?.places.has(place) ?? false,
    count: () => count,
    countFrom: (address: string) => addresses.get(address) ?? 0,
    intents: () => [...watched.keys()],
    intent: (id: string) => watched.get(id),
    at: (id: string) => [...(watched.get(id)?.places ?? [])],
    ofTurn: (turn: number) => [...(turns[turn % TURNS] ?? [])],
    all: () => [...watched.values()].flatMap((intent) => [...intent.places]),
  };
}

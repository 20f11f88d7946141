/** What a payment's timeline has beside the payment, before anything has happened. */
export const EMPTY_TIMELINE = {
  transfers: [],
  events: [],
  acts: [],
  endedMicros: null,
  items: [],
  chain: null,
  refundAddress: null,
  refunds: [],
};

/** A place in a list of payments: everything older, or everything newer, than the payment it names. */
export type PaymentCursor = {
  direction: "older" | "newer";
  /** UTC with microseconds, as text: a `Date` would lose three digits and with them payments */
  at: string;
  id: string;
};

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function writeCursor(place: { at: string; id: string }): string {
  return `${place.at}_${place.id}`;
}

/** The cursor of an address; null when there is none, or when it is not one of ours. */
export function readCursor(params: { before?: unknown; after?: unknown }): PaymentCursor | null {
  for (const [direction, text] of [
    ["older", params.before],
    ["newer", params.after],
  ] as const) {
    const [, at, id] = typeof text === "string" ? (FORM.exec(text) ?? []) : [];
    if (at && id && !Number.isNaN(Date.parse(at))) return { direction, at, id };
  }
  return null;
}

/** A position in a list: the payments older, or newer, than the payment it names. */
export type PaymentCursor = {
  direction: "older" | "newer";
  /** UTC with microseconds, as text: a `Date` would drop three digits, and the list would skip payments */
  at: string;
  id: string;
};

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function writeCursor(place: { at: string; id: string }): string {
  return `${place.at}_${place.id}`;
}

/** The cursor in a URL; null when it is missing or invalid. */
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

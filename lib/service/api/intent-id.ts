/** How endpoints read the ID of an intent. */
export const INTENT_ID = {
  code: "invalid_id",
  fields: { id: { rule: "the uuid of an intent, for example 7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11" } },
} as const;

/** How endpoints read the terminal of a call. */
export const TERMINAL_OF_CALL = {
  code: "invalid_request",
  rule: "the uuid of a terminal, for example b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55",
} as const;

/** How endpoints read a point in time that a list is filtered by. */
export const INSTANT = { rule: "an ISO 8601 date-time with its offset, for example 2026-03-01T00:00:00Z" } as const;

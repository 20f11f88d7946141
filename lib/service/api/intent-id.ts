/** How endpoints read the ID of an intent. */
export const INTENT_ID = {
  code: "invalid_id",
  fields: { id: { rule: "the uuid of an intent, for example 7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11" } },
} as const;

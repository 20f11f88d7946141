/** The groups of operations and events, in the description's order. */
export const TAGS = {
  "Payment intents": "Create, retrieve and cancel payment intents.",
  Sandbox: "Test your integration without real funds.",
  Reports: "Sales of a terminal.",
  Webhooks: "Events that Till sends to your server.",
};

export type Tag = keyof typeof TAGS;

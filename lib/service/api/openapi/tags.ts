/** The groups of operations and events, in the description's order. */
export const TAGS = {
  "Payment intents": "Create, retrieve and cancel payment intents.",
  Refunds: "Prepare refunds with a restricted key. A person confirms and signs them.",
  Sandbox: "Test your integration without real funds.",
  Reports: "Sales of a terminal, and the books.",
  "Webhook endpoints": "Register where events are sent, with a restricted key.",
  Events: "Read what has happened, in order and without gaps.",
  Webhooks: "Events that Till sends to your server.",
};

export type Tag = keyof typeof TAGS;

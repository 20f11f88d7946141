import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/context";
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from "@/lib/webhooks/events";

export const CreateEndpointInput = z.object({
  environment: z.enum(ENVIRONMENTS),
  /** null: every terminal of the merchant */
  terminalId: z.uuid().nullable().default(null),
  url: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)).min(1).default(DEFAULT_EVENT_TYPES),
});
export type CreateEndpointInput = z.input<typeof CreateEndpointInput>;

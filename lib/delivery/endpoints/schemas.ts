import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import { DEFAULT_EVENT_TYPES, EVENT_TYPES } from "@/lib/delivery/events/catalog";

const NO_EVENT = "Select at least one event, for example payment.success.";

/** null: every terminal of the merchant */
const TerminalScope = z.guid().nullable();
const EventTypes = z.array(z.enum(EVENT_TYPES)).min(1, NO_EVENT);

export const CreateEndpointInput = z.object({
  environment: z.enum(ENVIRONMENTS),
  terminalId: TerminalScope.default(null),
  url: z.string(),
  eventTypes: EventTypes.default(DEFAULT_EVENT_TYPES),
});
export type CreateEndpointInput = z.input<typeof CreateEndpointInput>;

/** Input from the dashboard, whose URL has the environment. */
export const AddEndpointInput = CreateEndpointInput.omit({ environment: true });
export type AddEndpointInput = z.input<typeof AddEndpointInput>;

export const EndpointId = z.object({ endpointId: z.guid() });
export type EndpointId = z.infer<typeof EndpointId>;

/** A setting that is left out stays as it is. */
export const UpdateEndpointInput = EndpointId.extend({
  terminalId: TerminalScope.optional(),
  url: z.string().optional(),
  eventTypes: EventTypes.optional(),
});
export type UpdateEndpointInput = z.infer<typeof UpdateEndpointInput>;

/** `shown`: the rotation in progress that the person saw, by the time when its secret takes over; null: none */
export const RotateSecretInput = EndpointId.extend({ shown: z.date().nullable() });
/** Without `shown`, a rotation in progress is replaced. */
export type RotateSecretInput = EndpointId & Partial<z.infer<typeof RotateSecretInput>>;

export const ActivateSecretInput = EndpointId.extend({ shown: z.date() });
export type ActivateSecretInput = z.infer<typeof ActivateSecretInput>;

export const DeliveryId = z.object({ deliveryId: z.guid() });
export type DeliveryId = z.infer<typeof DeliveryId>;

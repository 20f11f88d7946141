"use server";

import { z } from "zod";
import { LOG_PERIODS } from "@/lib/base/lists/log-period";
import { CheckUrlInput, checkEndpointUrl } from "@/lib/delivery/endpoints/check-url";
import { createEndpoint as addEndpoint } from "@/lib/delivery/endpoints/create";
import { deleteEndpoint as removeEndpoint } from "@/lib/delivery/endpoints/delete";
import { disableEndpoint as switchOff } from "@/lib/delivery/endpoints/disable";
import { enableEndpoint as switchOn } from "@/lib/delivery/endpoints/enable";
import { revealEndpointSecret } from "@/lib/delivery/endpoints/reveal-secret";
import { activateEndpointSecret, rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import {
  ActivateSecretInput,
  AddEndpointInput,
  DeliveryId,
  EndpointId,
  RotateSecretInput,
  UpdateEndpointInput,
} from "@/lib/delivery/endpoints/schemas";
import { updateEndpoint as changeEndpoint } from "@/lib/delivery/endpoints/update";
import { resendDelivery as sendAgain, resendFailed as sendFailedAgain } from "@/lib/delivery/log/resend";
import { pingEndpoint as sendPing } from "@/lib/delivery/sending/ping";
import { wakeJobs } from "@/lib/service/api/wake";
import { inLive, memberAction } from "@/lib/service/auth/action";

export const checkUrl = memberAction({ input: CheckUrlInput, permission: "webhooks.manage" }, checkEndpointUrl);

export const createEndpoint = memberAction(
  { input: AddEndpointInput, permission: "webhooks.manage", password: inLive },
  async (ctx, input) => {
    const added = await addEndpoint(ctx, { ...input, environment: ctx.environment });
    return { ...added, url: input.url };
  },
);

export const updateEndpoint = memberAction(
  { input: UpdateEndpointInput, permission: "webhooks.manage", password: inLive },
  async (ctx, input) => {
    await changeEndpoint(ctx, input);
    wakeJobs();
  },
);

export const enableEndpoint = memberAction(
  { input: EndpointId, permission: "webhooks.manage", password: inLive },
  async (ctx, { endpointId }) => switchOn(ctx, endpointId),
);

export const disableEndpoint = memberAction({ input: EndpointId, permission: "webhooks.manage" }, switchOff);

export const deleteEndpoint = memberAction({ input: EndpointId, permission: "webhooks.manage" }, removeEndpoint);

export const pingEndpoint = memberAction(
  { input: EndpointId, permission: "webhooks.manage" },
  async (ctx, { endpointId }) => {
    const answer = await sendPing(ctx, endpointId);
    wakeJobs();
    return answer;
  },
);

export const revealSecret = memberAction(
  { input: EndpointId, permission: "webhooks.secret", password: true },
  revealEndpointSecret,
);

export const rotateSecret = memberAction(
  { input: RotateSecretInput, permission: "webhooks.secret", password: true },
  rotateEndpointSecret,
);

export const activateSecret = memberAction(
  { input: ActivateSecretInput, permission: "webhooks.secret" },
  activateEndpointSecret,
);

export const resendDelivery = memberAction(
  { input: DeliveryId, permission: "webhooks.manage" },
  async (ctx, { deliveryId }) => {
    await sendAgain(ctx, deliveryId);
    wakeJobs();
  },
);

export const resendFailed = memberAction(
  { input: EndpointId.extend({ period: z.enum(["1h", "24h", "7d", "30d"]) }), permission: "webhooks.manage" },
  async (ctx, { endpointId, period }) => {
    const resent = await sendFailedAgain(ctx, endpointId, new Date(Date.now() - LOG_PERIODS[period] * 3_600_000));
    wakeJobs();
    return { resent };
  },
);

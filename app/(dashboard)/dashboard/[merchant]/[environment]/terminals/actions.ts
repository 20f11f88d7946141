"use server";

import { CreateDeviceInput, createDeviceLink as createDeviceLinkVerb } from "@/lib/business/devices/create";
import { DeviceId, revokeDevice as revokeDeviceVerb } from "@/lib/business/devices/revoke";
import { EndKeyInput, endKey as endKeyVerb } from "@/lib/business/keys/end";
import { RotateKeyInput, rotateKey as rotateKeyVerb } from "@/lib/business/keys/rotate";
import {
  archiveTerminal as archiveTerminalVerb,
  restoreTerminal as restoreTerminalVerb,
} from "@/lib/business/terminals/archive";
import { createTerminal as createTerminalVerb } from "@/lib/business/terminals/create";
import { issueKeyToTerminal } from "@/lib/business/terminals/issue-key";
import { raisesTolerance } from "@/lib/business/terminals/raises-tolerance";
import { CreateTerminalInput, TerminalId, UpdateTerminalInput } from "@/lib/business/terminals/schemas";
import { updateTerminal as updateTerminalVerb } from "@/lib/business/terminals/update";
import { wakeJobs } from "@/lib/service/api/wake";
import { inLive, memberAction } from "@/lib/service/auth/action";

export const createTerminal = memberAction(
  { input: CreateTerminalInput, permission: "terminals.manage" },
  async (ctx, input) => createTerminalVerb(ctx, input),
);

export const updateTerminal = memberAction(
  { input: UpdateTerminalInput, permission: "terminals.manage", password: raisesTolerance },
  updateTerminalVerb,
);

export const archiveTerminal = memberAction({ input: TerminalId, permission: "terminals.manage" }, archiveTerminalVerb);

export const restoreTerminal = memberAction({ input: TerminalId, permission: "terminals.manage" }, restoreTerminalVerb);

export const issueKey = memberAction(
  { input: TerminalId, permission: "keys.manage", password: inLive },
  issueKeyToTerminal,
);

export const rotateKey = memberAction(
  { input: RotateKeyInput.omit({ environment: true }), permission: "keys.manage", password: true },
  async (ctx, input) => {
    const rotated = await rotateKeyVerb(ctx, { ...input, environment: ctx.environment });
    wakeJobs();
    return rotated;
  },
);

export const endKey = memberAction({ input: EndKeyInput, permission: "keys.manage" }, endKeyVerb);

export const createDeviceLink = memberAction(
  { input: CreateDeviceInput, permission: "devices.manage", password: inLive },
  createDeviceLinkVerb,
);

export const revokeDevice = memberAction({ input: DeviceId, permission: "devices.manage" }, revokeDeviceVerb);

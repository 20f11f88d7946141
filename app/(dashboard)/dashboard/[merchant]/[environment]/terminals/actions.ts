"use server";

import { wakeJobs } from "@/lib/api/wake";
import { inLive, memberAction } from "@/lib/auth/action";
import { CreateDeviceInput, createDeviceLink as makeDeviceLink } from "@/lib/devices/create";
import { DeviceId, revokeDevice as endDevice } from "@/lib/devices/revoke";
import { EndKeyInput, endKey as endOldKey } from "@/lib/keys/end";
import { issueKeyToTerminal } from "@/lib/keys/issue-to-terminal";
import { RotateKeyInput, rotateKey as replaceKey } from "@/lib/keys/rotate";
import { restoreTerminal as bringBack, archiveTerminal as putAway } from "@/lib/terminals/archive";
import { createTerminal as addTerminal } from "@/lib/terminals/create";
import { CreateTerminalInput, TerminalId, UpdateTerminalInput } from "@/lib/terminals/schemas";
import { updateTerminal as changeTerminal } from "@/lib/terminals/update";

export const createTerminal = memberAction(
  { input: CreateTerminalInput, permission: "terminals.manage" },
  async (ctx, input) => addTerminal(ctx, input),
);

export const updateTerminal = memberAction(
  { input: UpdateTerminalInput, permission: "terminals.manage" },
  changeTerminal,
);

export const archiveTerminal = memberAction({ input: TerminalId, permission: "terminals.manage" }, putAway);

export const restoreTerminal = memberAction({ input: TerminalId, permission: "terminals.manage" }, bringBack);

export const issueKey = memberAction(
  { input: TerminalId, permission: "keys.manage", password: inLive },
  issueKeyToTerminal,
);

export const rotateKey = memberAction(
  { input: RotateKeyInput.omit({ environment: true }), permission: "keys.manage", password: true },
  async (ctx, input) => {
    const rotated = await replaceKey(ctx, { ...input, environment: ctx.environment });
    wakeJobs();
    return rotated;
  },
);

export const endKey = memberAction({ input: EndKeyInput, permission: "keys.manage" }, endOldKey);

export const createDeviceLink = memberAction(
  { input: CreateDeviceInput, permission: "devices.manage", password: inLive },
  makeDeviceLink,
);

export const revokeDevice = memberAction({ input: DeviceId, permission: "devices.manage" }, endDevice);

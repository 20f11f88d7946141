"use client";

import { revokeDevice } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { toast } from "@/components/ui/toast";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.devices;

const load = () => import("./device-form").then((module) => module.DeviceForm);

type Props = { dashboard: DashboardParams; terminalId: string };

/** Creates a link for one device and shows it once, to scan or to copy. */
export function CreateDevice(props: Props) {
  return (
    <LoadedDialog
      title={messages.createTitle}
      trigger={{ children: messages.create, look: "secondary" }}
      insist
      load={load}
      content={props}
    />
  );
}

/** Revokes a device or an unopened link. */
export function RevokeDevice({
  dashboard,
  deviceId,
  name,
}: {
  dashboard: DashboardParams;
  deviceId: string;
  name: string;
}) {
  return (
    <ConfirmDialog
      trigger={{ children: messages.revoke, look: "secondary", "aria-label": messages.revokeOne(name) }}
      title={messages.revokeTitle(name)}
      verb={messages.revokeConfirm}
      consequence={messages.revokeConsequence}
      onConfirm={() => revokeDevice(dashboard, { deviceId })}
      onDone={() => toast({ title: messages.revoked })}
    />
  );
}

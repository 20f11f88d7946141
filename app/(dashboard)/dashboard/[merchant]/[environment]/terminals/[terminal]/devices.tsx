import type { ReactNode } from "react";
import {
  CreateDevice,
  RevokeDevice,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/device-actions";
import type { Column } from "@/components/ui/data-table";
import { DataTable } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import type { Member } from "@/lib/auth/member";
import { type DeviceRow, listDevices } from "@/lib/devices/list";
import type { TerminalRow } from "@/lib/terminals/list";

type Props = { member: Member; terminal: TerminalRow; now: string };

/** The devices that can open this terminal's keypad, and links that wait for one. */
export async function TerminalDevices({ member, terminal, now }: Props) {
  const { ctx, merchant, environment } = member;
  const devices = await listDevices(ctx, { terminalId: terminal.id });
  const scope = { merchant: merchant.id, environment };
  return (
    <Section
      title="Devices"
      description="A phone or tablet at the counter that opens the keypad of this terminal, and nothing else, without an account."
      actions={<CreateDevice scope={scope} terminalId={terminal.id} />}
    >
      <DataTable
        caption="Devices"
        columns={deviceColumns(merchant.timeZone, now, (device) => (
          <RevokeDevice scope={scope} deviceId={device.id} name={device.name} />
        ))}
        rows={devices}
        rowId={(device) => device.id}
        empty={
          <p className="text-14 text-ink-2">
            None yet. Make a device link, open it once on the tablet, and the keypad stays open there.
          </p>
        }
      />
    </Section>
  );
}

function deviceColumns(zone: string, now: string, actions: (device: DeviceRow) => ReactNode): Column<DeviceRow>[] {
  const time = (at: Date, form?: "relative") => <Time iso={at.toISOString()} zone={zone} now={now} form={form} />;
  return [
    {
      id: "name",
      header: "Device",
      phone: "title",
      cell: (device) => <span className="line-clamp-2 max-w-80 font-medium wrap-anywhere">{device.name}</span>,
    },
    {
      id: "state",
      header: "State",
      phone: "detail",
      cell: (device) =>
        device.openedAt ? (
          <StatusBadge status="active" words="Open" />
        ) : (
          <StatusBadge status="waiting" words="Link not opened yet" />
        ),
    },
    {
      id: "seen",
      header: "Last seen",
      phone: "aside",
      cell: (device) =>
        device.lastSeenAt ? (
          time(device.lastSeenAt, "relative")
        ) : (
          <span className="text-ink-2">opens until {time(device.expiresAt)}</span>
        ),
    },
    {
      id: "by",
      header: "Made by",
      priority: 2,
      cell: (device) => <span className="line-clamp-1 max-w-56 text-ink-2 wrap-anywhere">{device.createdBy}</span>,
    },
    { id: "actions", header: "Actions", hideHeader: true, align: "end", phone: "figure", cell: actions },
  ];
}

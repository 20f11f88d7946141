import type { ReactNode } from "react";
import { pathTo, withQuery } from "@/components/shell/paths";
import type { Column } from "@/components/ui/data-table";
import { DataTable } from "@/components/ui/data-table";
import { NumberedPager } from "@/components/ui/numbered-pager";
import { pageOf } from "@/components/ui/page-of";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { type DeviceRow, listDevices } from "@/lib/business/devices/list";
import type { TerminalRow } from "@/lib/business/terminals/list";
import type { Member } from "@/lib/service/auth/member";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { CreateDevice, RevokeDevice } from "./device-actions";

const messages = terminalsMessages.devices;

type Props = { member: Member; terminal: TerminalRow; now: string; page: string | string[] | undefined };

/** The devices that can open this terminal's keypad, and device links that were not opened yet. */
export async function TerminalDevices({ member, terminal, now, page }: Props) {
  const { ctx, merchant, environment } = member;
  const { rows, ...turns } = pageOf(await listDevices(ctx, { terminalId: terminal.id }), page);
  const dashboard = { merchant: merchant.id, environment };
  const isLiveOff = environment === "live" && ctx.settings.network === null;
  return (
    <Section
      title={messages.title}
      description={messages.description(environment)}
      actions={!isLiveOff && <CreateDevice dashboard={dashboard} terminalId={terminal.id} />}
    >
      <DataTable
        caption={messages.title}
        columns={deviceColumns(merchant.timeZone, now, (device) => (
          <RevokeDevice dashboard={dashboard} deviceId={device.id} name={device.name} />
        ))}
        rows={rows}
        rowId={(device) => device.id}
        empty={<p className="text-14 text-ink-2">{isLiveOff ? messages.liveOff : messages.empty}</p>}
      />
      <NumberedPager
        page={turns}
        address={(page) => withQuery(pathTo(dashboard, "terminals", terminal.id, "devices"), { page })}
      />
    </Section>
  );
}

function deviceColumns(zone: string, now: string, actions: (device: DeviceRow) => ReactNode): Column<DeviceRow>[] {
  const time = (at: Date, form?: "relative") => <Time iso={at.toISOString()} zone={zone} now={now} form={form} />;
  return [
    {
      id: "name",
      header: messages.device,
      phone: "title",
      cell: (device) => <span className="line-clamp-2 max-w-80 font-medium wrap-anywhere">{device.name}</span>,
    },
    {
      id: "state",
      header: messages.status,
      phone: "detail",
      cell: (device) =>
        device.openedAt ? (
          <StatusBadge status="active" words={messages.linked} />
        ) : (
          <StatusBadge status="waiting" words={messages.notOpened} />
        ),
    },
    {
      id: "seen",
      header: messages.lastSeen,
      phone: "aside",
      cell: (device) =>
        device.lastSeenAt ? (
          time(device.lastSeenAt, "relative")
        ) : (
          <span className="text-ink-2">
            {messages.linkExpires} {time(device.expiresAt)}
          </span>
        ),
    },
    {
      id: "by",
      header: messages.createdBy,
      priority: 2,
      cell: (device) => <span className="line-clamp-1 max-w-56 text-ink-2 wrap-anywhere">{device.createdBy}</span>,
    },
    { id: "actions", header: messages.actions, hideHeader: true, align: "end", phone: "figure", cell: actions },
  ];
}

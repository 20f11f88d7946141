import type { Metadata } from "next";
import { TerminalFrame } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/terminal-frame";
import { terminalOf } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/terminal-of";
import { pathTo, withQuery } from "@/components/shell/paths";
import { shiftColumns } from "@/components/terminals/shift-columns";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { Section } from "@/components/ui/section";
import { listShifts } from "@/lib/payments/pos/list-shifts";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { pages, shifts: messages } = terminalsMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals/[terminal]/shifts">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { terminal } = await terminalOf(params, "reports.view");
  return { title: pages.titleOf(terminal.name, pages.shifts) };
}

/** A terminal's shifts, newest first. */
export default async function Page({ params, searchParams }: Props) {
  const { member, terminal } = await terminalOf(params, "reports.view");
  const { ctx, merchant, environment } = member;
  const asked = (await searchParams).before;
  const before = typeof asked === "string" && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null;
  const { shifts, next } = await listShifts(ctx, { terminalId: terminal.id, before });
  const now = new Date().toISOString();
  const path = pathTo({ merchant: merchant.id, environment }, "terminals", terminal.id, "shifts");
  return (
    <TerminalFrame member={member} terminal={terminal} now={now}>
      <Section title={messages.title} description={messages.description}>
        <DataTable
          caption={messages.title}
          columns={shiftColumns(terminal.timeZone, now)}
          rows={shifts}
          rowId={({ id }) => id}
          rowHref={({ number }) =>
            pathTo({ merchant: merchant.id, environment }, "terminals", terminal.id, "shifts", String(number))
          }
          empty={<EmptyState title={messages.empty.title}>{messages.empty.text}</EmptyState>}
        />
        {(before !== null || next !== null) && (
          <Pager
            first={before === null ? null : path}
            older={next === null ? null : withQuery(path, { before: String(next) })}
            shown={messages.counted(shifts.length)}
          />
        )}
      </Section>
    </TerminalFrame>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { terminalOf } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/terminal-of";
import { pathTo } from "@/components/shell/paths";
import { isClosed, ZReport } from "@/components/terminals/z-report";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Roll } from "@/components/ui/paper";
import { PrintButton } from "@/components/ui/print-button";
import { getShift } from "@/lib/payments/pos/list-shifts";
import { getShiftRefunds } from "@/lib/payments/pos/shift-refunds";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { pages, shifts: messages } = terminalsMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals/[terminal]/shifts/[shift]">;

const shiftOf = cache(async (params: Props["params"]) => {
  const { member, terminal } = await terminalOf(params, "reports.view");
  const { shift: number } = await params;
  const shift = /^[1-9]\d{0,8}$/.test(number) ? await getShift(member.ctx, terminal.id, Number(number)) : null;
  if (!shift) notFound();
  return { member, terminal, shift };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { terminal, shift } = await shiftOf(params);
  return { title: pages.titleOf(terminal.name, messages.report.title(shift.number)) };
}

/** The Z-report of a shift. */
export default async function Page({ params }: Props) {
  const { member, terminal, shift } = await shiftOf(params);
  const { ctx, merchant, environment } = member;
  const refunds = await getShiftRefunds(ctx, shift);
  const dashboard = { merchant: merchant.id, environment };
  const logoUrl = merchant.logoDigest ? `/logo/${merchant.id}/${merchant.logoDigest}` : null;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={messages.name(shift.number)}
          back={{ href: pathTo(dashboard, "terminals", terminal.id, "shifts"), label: terminal.name }}
          actions={isClosed(shift) && <PrintButton />}
        />
      </div>
      {isClosed(shift) ? (
        <div className="w-full max-w-roll print:mx-auto">
          <Roll>
            <ZReport
              shift={shift}
              refunds={refunds}
              merchant={{ name: merchant.name, logoUrl }}
              terminal={terminal}
              sandbox={environment === "sandbox"}
            />
          </Roll>
        </div>
      ) : (
        <Note>{terminal.archivedAt ? messages.report.openArchived : messages.report.open}</Note>
      )}
    </>
  );
}

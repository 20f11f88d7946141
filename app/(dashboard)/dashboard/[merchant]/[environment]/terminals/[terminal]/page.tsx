import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import {
  ArchiveTerminal,
  RestoreTerminal,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/archive-terminal";
import { TerminalDevices } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/devices";
import { TerminalKeys } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/keys";
import { TerminalSettings } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/settings-form";
import { pathTo } from "@/components/shell/paths";
import { keypadPath } from "@/components/terminals/keypad-path";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { Money } from "@/components/ui/money";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Stat, Stats } from "@/components/ui/stat";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { type Member, requireMember } from "@/lib/auth/member";
import { decimalFromMicros, displayAmount } from "@/lib/money";
import { getTerminal, type TerminalRow } from "@/lib/terminals/list";
import { TerminalId } from "@/lib/terminals/schemas";

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals/[terminal]">;

/** One look a request, for the title and the page together. */
const terminalOf = cache(async (params: Props["params"]) => {
  const member = await requireMember(params, "terminals.view");
  const id = TerminalId.safeParse({ terminalId: (await params).terminal });
  const terminal = id.success ? await getTerminal(member.ctx, id.data.terminalId) : null;
  if (!terminal) notFound();
  return { member, terminal };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await terminalOf(params)).terminal.name };
}

export default async function Page({ params }: Props) {
  const { member, terminal } = await terminalOf(params);
  const { merchant, environment, can } = member;
  const place = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const works = terminal.archivedAt === null;
  const payments = `${pathTo(place, "payments")}?terminal=${terminal.id}` as Route;
  return (
    <>
      <PageHeader
        title={terminal.name}
        badge={works ? undefined : <StatusBadge status="disabled" words="Archived" />}
        back={{ href: pathTo(place, "terminals"), label: "Terminals" }}
        actions={
          <>
            <ButtonLink href={payments}>Payments</ButtonLink>
            {works && can("payments.charge") && (
              <ButtonLink href={keypadPath(terminal.id, environment)} look="primary" prefetch={false}>
                Open keypad
              </ButtonLink>
            )}
          </>
        }
      />
      {terminal.archivedAt && (
        <Note>
          This terminal was archived <Time iso={terminal.archivedAt.toISOString()} zone={merchant.timeZone} now={now} />
          . Its keys and devices are dead; its payments and figures stay. Restored, it gets new keys.
        </Note>
      )}
      <Stats>
        <Stat label="Takings today" value={displayAmount(terminal.today.micros)} unit="USDT" />
        <Stat
          label="Paid today"
          value={terminal.today.payments}
          hint={`Since ${terminal.businessDayStart}, ${terminal.timeZone.replaceAll("_", " ")}`}
        />
      </Stats>
      {works && can("keys.manage") && <TerminalKeys member={member} terminal={terminal} now={now} />}
      {works && can("devices.manage") && <TerminalDevices member={member} terminal={terminal} now={now} />}
      <Settings member={member} terminal={terminal} />
      {can("terminals.manage") && <Archive member={member} terminal={terminal} />}
    </>
  );
}

type PartProps = { member: Member; terminal: TerminalRow };

function Settings({ member: { can, merchant, environment }, terminal }: PartProps) {
  const changes = can("terminals.manage") && terminal.archivedAt === null;
  const { id, name, timeZone, businessDayStart, intentLifeMinutes, toleranceMicros } = terminal;
  return (
    <Section title="Settings" layout="beside" description="Payments that are already open keep what was set before.">
      {changes ? (
        <TerminalSettings
          scope={{ merchant: merchant.id, environment }}
          terminal={{
            ...{ id, name, timeZone, businessDayStart, intentLifeMinutes },
            tolerance: decimalFromMicros(toleranceMicros),
          }}
        />
      ) : (
        <DetailList>
          <Detail name="Time zone">{timeZone.replaceAll("_", " ")}</Detail>
          <Detail name="Business day begins at">
            <span className="figures">{businessDayStart}</span>
          </Detail>
          <Detail name="A request is open for">{intentLifeMinutes} minutes</Detail>
          <Detail name="May be missing of a live payment">
            <Money value={displayAmount(toleranceMicros)} />
          </Detail>
        </DetailList>
      )}
      <div className="mt-5">
        <DetailList>
          <Detail name="Terminal id">
            <span className="flex flex-wrap items-center gap-x-2">
              <code className="figures wrap-anywhere">{id}</code>
              <CopyButton text={id} name="terminal id" />
            </span>
          </Detail>
        </DetailList>
      </div>
    </Section>
  );
}

function Archive({ member: { merchant, environment }, terminal }: PartProps) {
  const scope = { merchant: merchant.id, environment };
  const { id, name } = terminal;
  return terminal.archivedAt ? (
    <Section
      title="Restore"
      layout="beside"
      description="Back among the others, with the same name, settings and figures."
    >
      <RestoreTerminal scope={scope} terminal={{ id, name }} />
    </Section>
  ) : (
    <Section
      title="Archive"
      layout="beside"
      description="For a terminal that takes no more payments. It can be restored, its keys cannot."
    >
      <ArchiveTerminal scope={scope} terminal={{ id, name }} />
    </Section>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { keypadPath, pathTo, withQuery } from "@/components/shell/paths";
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
import { terminalsMessages } from "@/lib/messages/en/terminals";
import { decimalFromMicros, displayAmount } from "@/lib/money";
import { getTerminal, type TerminalRow } from "@/lib/terminals/list";
import { TerminalId } from "@/lib/terminals/schemas";
import { ArchiveTerminal, RestoreTerminal } from "./archive-terminal";
import { TerminalDevices } from "./devices";
import { TerminalKeys } from "./keys";
import { TerminalSettings } from "./settings-form";

const { archive, page, restore, settings, title } = terminalsMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals/[terminal]">;

/** Cached for the request, since the title and the page both read it. */
const loadTerminal = cache(async (params: Props["params"]) => {
  const member = await requireMember(params, "terminals.view");
  const id = TerminalId.safeParse({ terminalId: (await params).terminal });
  const terminal = id.success ? await getTerminal(member.ctx, id.data.terminalId) : null;
  if (!terminal) notFound();
  return { member, terminal };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await loadTerminal(params)).terminal.name };
}

export default async function Page({ params }: Props) {
  const { member, terminal } = await loadTerminal(params);
  const { ctx, merchant, environment, can } = member;
  const scope = { merchant: merchant.id, environment };
  const isLiveOff = environment === "live" && ctx.settings.network === null;
  const now = new Date().toISOString();
  const works = terminal.archivedAt === null;
  const payments = withQuery(pathTo(scope, "payments"), { terminal: terminal.id });
  return (
    <>
      <PageHeader
        title={terminal.name}
        badge={works ? undefined : <StatusBadge status="disabled" words={page.archived} />}
        back={{ href: pathTo(scope, "terminals"), label: title }}
        actions={
          <>
            <ButtonLink href={payments}>{page.viewPayments}</ButtonLink>
            {works && !isLiveOff && can("payments.charge") && (
              <ButtonLink href={keypadPath(terminal.id, environment)} look="primary" prefetch={false}>
                {page.openKeypad}
              </ButtonLink>
            )}
          </>
        }
      />
      {terminal.archivedAt && (
        <Note>
          {page.archivedAt} <Time iso={terminal.archivedAt.toISOString()} zone={merchant.timeZone} now={now} />.{" "}
          {page.archivedEffect}
        </Note>
      )}
      <Stats>
        <Stat label={page.takingsToday} value={displayAmount(terminal.today.micros)} unit="USDT" />
        <Stat
          label={page.paidToday}
          value={terminal.today.payments}
          hint={page.since(terminal.businessDayStart, terminal.timeZone.replaceAll("_", " "))}
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
  const { id, name, timeZone, businessDayStart, intentLifeMinutes, toleranceMicros, chargeLimitMicros } = terminal;
  const { supportEmail, supportUrl, supportPhone } = terminal;
  const contact = [supportEmail, supportUrl, supportPhone].filter((value) => value !== null);
  return (
    <Section title={settings.title} layout="beside" description={settings.description}>
      {changes ? (
        <TerminalSettings
          scope={{ merchant: merchant.id, environment }}
          terminal={{
            ...{ id, name, timeZone, businessDayStart, intentLifeMinutes },
            ...{ supportEmail, supportUrl, supportPhone },
            tolerance: decimalFromMicros(toleranceMicros),
            chargeLimit: decimalFromMicros(chargeLimitMicros),
          }}
        />
      ) : (
        <DetailList>
          <Detail name={settings.timeZone}>{timeZone.replaceAll("_", " ")}</Detail>
          <Detail name={settings.dayStart}>
            <span className="figures">{businessDayStart}</span>
          </Detail>
          <Detail name={settings.life}>{settings.lifeValue(intentLifeMinutes)}</Detail>
          <Detail name={settings.chargeLimit}>
            <Money value={displayAmount(chargeLimitMicros)} />
          </Detail>
          <Detail name={settings.tolerance}>
            <Money value={displayAmount(toleranceMicros)} />
          </Detail>
          <Detail name={settings.contact}>{contact.join(", ") || settings.contactOfBusiness}</Detail>
        </DetailList>
      )}
      <div className="mt-5">
        <DetailList>
          <Detail name={settings.id}>
            <span className="flex flex-wrap items-center gap-x-2">
              <code className="figures wrap-anywhere">{id}</code>
              <CopyButton text={id} name={settings.copyId} />
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
    <Section title={restore.title} layout="beside" description={restore.description}>
      <RestoreTerminal scope={scope} terminal={{ id, name }} />
    </Section>
  ) : (
    <Section title={archive.title} layout="beside" description={archive.description}>
      <ArchiveTerminal scope={scope} terminal={{ id, name }} />
    </Section>
  );
}

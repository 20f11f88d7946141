import type { Metadata } from "next";
import { CopyButton } from "@/components/ui/copy-button";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { Money } from "@/components/ui/money";
import { Section } from "@/components/ui/section";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import type { TerminalRow } from "@/lib/business/terminals/list";
import type { Member } from "@/lib/service/auth/member";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { ArchiveTerminal, RestoreTerminal } from "./archive-terminal";
import { TerminalSettings } from "./settings-form";
import { TerminalFrame } from "./terminal-frame";
import { terminalOf } from "./terminal-of";

const { archive, restore, settings } = terminalsMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals/[terminal]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await terminalOf(params, "terminals.view")).terminal.name };
}

/** A terminal's settings. */
export default async function Page({ params }: Props) {
  const { member, terminal } = await terminalOf(params, "terminals.view");
  return (
    <TerminalFrame member={member} terminal={terminal} now={new Date().toISOString()}>
      <Settings member={member} terminal={terminal} />
      {member.can("terminals.manage") && <Archive member={member} terminal={terminal} />}
    </TerminalFrame>
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
          dashboard={{ merchant: merchant.id, environment }}
          terminal={{
            id,
            name,
            timeZone,
            businessDayStart,
            intentLifeMinutes,
            supportEmail,
            supportUrl,
            supportPhone,
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
              <code translate="no" className="figures wrap-anywhere">
                {id}
              </code>
              <CopyButton text={id} name={settings.copyId} />
            </span>
          </Detail>
        </DetailList>
      </div>
    </Section>
  );
}

function Archive({ member: { merchant, environment }, terminal }: PartProps) {
  const dashboard = { merchant: merchant.id, environment };
  const { id, name } = terminal;
  return terminal.archivedAt ? (
    <Section title={restore.title} layout="beside" description={restore.description}>
      <RestoreTerminal dashboard={dashboard} terminal={{ id, name }} />
    </Section>
  ) : (
    <Section title={archive.title} layout="beside" description={archive.description}>
      <ArchiveTerminal dashboard={dashboard} terminal={{ id, name }} />
    </Section>
  );
}

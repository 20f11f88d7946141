import { type DashboardParams, keypadPath, pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import type { Elements } from "@/components/ui/elements";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Stat, Stats } from "@/components/ui/stat";
import { StatusBadge } from "@/components/ui/status-badge";
import { TabLinks } from "@/components/ui/tab-links";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import type { TerminalRow } from "@/lib/business/terminals/list";
import type { Member } from "@/lib/service/auth/member";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { page, pages: tabs, title } = terminalsMessages;

type Props = { member: Member; terminal: TerminalRow; now: string; children: Elements };

/** Around each page of a terminal: its name, today's takings and the pages that the member may see. */
export function TerminalFrame({ member, terminal, now, children }: Props) {
  const { ctx, merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const isLiveOff = environment === "live" && ctx.settings.network === null;
  const works = terminal.archivedAt === null;
  const pages = tabsOf(dashboard, terminal, can);
  return (
    <>
      <PageHeader
        title={terminal.name}
        badge={works ? undefined : <StatusBadge status="disabled" words={page.archived} />}
        back={{ href: pathTo(dashboard, "terminals"), label: title }}
        actions={
          <>
            <ButtonLink href={withQuery(pathTo(dashboard, "payments"), { terminal: terminal.id })}>
              {page.viewPayments}
            </ButtonLink>
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
      {pages.length > 1 && <TabLinks label={tabs.label} tabs={pages} />}
      {children}
    </>
  );
}

function tabsOf(dashboard: DashboardParams, { id, archivedAt }: TerminalRow, can: Member["can"]) {
  const works = archivedAt === null;
  return [
    { href: pathTo(dashboard, "terminals", id), label: tabs.settings, shown: true },
    { href: pathTo(dashboard, "terminals", id, "shifts"), label: tabs.shifts, shown: can("reports.view") },
    { href: pathTo(dashboard, "terminals", id, "keys"), label: tabs.keys, shown: works && can("keys.manage") },
    { href: pathTo(dashboard, "terminals", id, "devices"), label: tabs.devices, shown: works && can("devices.manage") },
  ].filter(({ shown }) => shown);
}

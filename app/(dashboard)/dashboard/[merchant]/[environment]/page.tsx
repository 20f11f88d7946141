import type { Metadata } from "next";
import { Suspense } from "react";
import { LiveRefresh } from "@/app/_realtime/live-refresh";
import { DismissChecklist, DismissKeyNotice } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/dismiss";
import { TestPayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/page-actions";
import { quickStartCode } from "@/components/developers/quick-start-code";
import { AttentionList, type SettlementAttention } from "@/components/overview/attention-list";
import { Checklist } from "@/components/overview/checklist";
import { checklistSteps } from "@/components/overview/checklist-steps";
import { OverviewSkeleton } from "@/components/overview/overview-skeleton";
import { TakingsSection } from "@/components/overview/takings-section";
import { paymentColumns } from "@/components/payments/payment-columns";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { NoTerminal } from "@/components/terminals/no-terminal";
import { ButtonLink } from "@/components/ui/button-link";
import { CodeBlock } from "@/components/ui/code-block";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { zoneLabel } from "@/components/ui/instant-labels";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/base/process/env";
import { findSetup } from "@/lib/business/merchants/find-setup";
import { hasTerminal } from "@/lib/business/terminals/has-terminal";
import { getLiveReadiness } from "@/lib/chain/wallets/live-readiness";
import { countAttention } from "@/lib/payments/attention/attention-list";
import { hasPayment } from "@/lib/payments/intents/has-payment";
import { NO_FILTER } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import { listPricedCurrencies } from "@/lib/payments/prices/list-currencies";
import { countProposed, countToConfirm } from "@/lib/payments/refunds/count";
import { attention } from "@/lib/payments/reports/attention";
import { overview } from "@/lib/payments/reports/overview";
import { OVERVIEW_SPANS, OverviewSpan } from "@/lib/payments/reports/overview-periods";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { overviewMessages } from "@/lib/service/messages/en/overview";
import { getSettlementHealth } from "@/lib/settlement/watcher/get-health";

export const metadata: Metadata = { title: overviewMessages.title };

const { firstPayment, firstLivePayment, latest: latestMessages } = overviewMessages;

const LATEST = 8;
/** Stands for the sandbox key in the example. */
const KEY = "svc_test_…";

export default async function Page({ params, searchParams }: PageProps<"/dashboard/[merchant]/[environment]">) {
  const member = await requireMember(params, "overview.view");
  const span = OverviewSpan.catch("today").parse((await searchParams).span);
  const zone = zoneLabel(new Date(), member.merchant.timeZone);
  const dashboard = { merchant: member.merchant.id, environment: member.environment };
  return (
    <>
      <PageHeader
        title={overviewMessages.title}
        description={overviewMessages.times(zone)}
        actions={
          (await hasPayment(member.ctx)) && (
            <TabLinks
              label={overviewMessages.spansLabel}
              tabs={OVERVIEW_SPANS.map((one) => spanTab(dashboard, one, one === span))}
            />
          )
        }
      />
      {/* access is checked above: once streaming starts, the status can't become 403 */}
      <Suspense fallback={<OverviewSkeleton />}>
        <Overview member={member} span={span} />
      </Suspense>
    </>
  );
}

async function Overview({ member, span }: { member: Member; span: OverviewSpan }) {
  const { ctx, merchant, environment } = member;
  const [figures, needed, settlement, latest, setup, currencies] = await Promise.all([
    overview(ctx, span),
    attention(ctx),
    settlementAttention(member),
    listPayments(ctx, { filter: NO_FILTER, cursor: null, limit: LATEST }),
    findSetup(ctx),
    listPricedCurrencies(ctx),
  ]);
  const dashboard = { merchant: merchant.id, environment };
  const now = figures.now.toISOString();
  const steps = setup && checklistSteps(setup, dashboard, member.can);
  const isEmpty = latest.payments.length === 0;
  return (
    <LiveRefresh feed={`${pathTo(dashboard)}/feed`} ids={latest.payments.map((payment) => payment.id)}>
      <div className="flex flex-col gap-5">
        {steps && (
          <Checklist
            steps={steps}
            isOpen={isEmpty}
            dismiss={member.can("merchant.manage") && <DismissChecklist dashboard={dashboard} />}
          />
        )}
        {isEmpty ? (
          <FirstPayment member={member} dashboard={dashboard} />
        ) : (
          <>
            <TakingsSection
              span={span}
              figures={figures}
              pendingHref={withQuery(pathTo(dashboard, "payments"), { status: "pending" })}
            />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <Section
                title={latestMessages.title}
                actions={<TextLink href={pathTo(dashboard, "payments")}>{latestMessages.all}</TextLink>}
              >
                <DataTable
                  caption={latestMessages.title}
                  columns={paymentColumns({ zone: merchant.timeZone, now, priced: currencies.length > 0 })}
                  rows={latest.payments}
                  rowId={(row) => row.id}
                  rowHref={(row) => pathTo(dashboard, "payments", row.id)}
                  empty={null}
                />
              </Section>
              <Section title={overviewMessages.attention.title}>
                <AttentionList
                  attention={needed}
                  settlement={settlement}
                  dashboard={dashboard}
                  zone={merchant.timeZone}
                  now={now}
                  dismissKeys={member.can("keys.manage") && <DismissKeyNotice dashboard={dashboard} />}
                />
              </Section>
            </div>
          </>
        )}
      </div>
    </LiveRefresh>
  );
}

async function settlementAttention({ ctx, environment, can }: Member): Promise<SettlementAttention | null> {
  if (!can("settlement.view")) return null;
  const [items, refundsToConfirm, proposedTransfers, health] = await Promise.all([
    countAttention(ctx),
    countToConfirm(ctx),
    countProposed(ctx),
    environment === "live" ? getSettlementHealth(ctx) : null,
  ]);
  return { items, refundsToConfirm, proposedTransfers, alarms: health?.alarms ?? [] };
}

function spanTab(dashboard: DashboardParams, span: OverviewSpan, current: boolean) {
  const href = withQuery(pathTo(dashboard), { span: span === "today" ? null : span });
  return { href, label: overviewMessages.spans[span].label, current };
}

/** Without any payment, the overview shows how to create the first one, and then that payment. */
async function FirstPayment({ member, dashboard }: { member: Member; dashboard: DashboardParams }) {
  const { can, ctx } = member;
  if (!(await hasTerminal(ctx))) {
    return <NoTerminal dashboard={dashboard} manages={can("terminals.manage")} seesAll={ctx.terminalIds === null} />;
  }
  if (member.environment === "live") return <FirstLivePayment member={member} dashboard={dashboard} />;
  const start = can("payments.simulate") ? (
    <EmptyState title={firstPayment.title} action={<TestPayment dashboard={dashboard} look="primary" />}>
      {firstPayment.text}
    </EmptyState>
  ) : (
    <EmptyState title={firstPayment.title}>{firstPayment.viewing}</EmptyState>
  );
  if (!can("keys.manage")) return start;
  const [curl] = quickStartCode(env().APP_URL, KEY);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {start}
      <Section
        title={firstPayment.code}
        description={
          <>
            <span>{`${firstPayment.replace(KEY)} `}</span>
            <TextLink href={pathTo(dashboard, "terminals")}>{firstPayment.lostKey}</TextLink>
          </>
        }
      >
        <CodeBlock code={curl?.code ?? ""} caption={firstPayment.caption} />
      </Section>
    </div>
  );
}

async function FirstLivePayment({ member: { can, ctx }, dashboard }: { member: Member; dashboard: DashboardParams }) {
  const readiness = await getLiveReadiness(ctx);
  if (readiness === "ready" && !can("keys.manage")) {
    return <EmptyState title={firstLivePayment.title}>{firstLivePayment.viewing}</EmptyState>;
  }
  if (readiness === "ready") {
    return (
      <EmptyState
        title={firstLivePayment.title}
        action={
          <ButtonLink href={pathTo(dashboard, "terminals")} look="primary">
            {firstLivePayment.openTerminals}
          </ButtonLink>
        }
      >
        {firstLivePayment.ready}
      </EmptyState>
    );
  }
  const why = readiness === "off" ? "off" : "notReady";
  return (
    <EmptyState
      title={firstLivePayment.title}
      action={
        <ButtonLink href={pathTo({ ...dashboard, environment: "sandbox" })}>{firstLivePayment.openSandbox}</ButtonLink>
      }
    >
      <span>{`${firstLivePayment[why]} `}</span>
      {can("payments.simulate") && <span>{firstLivePayment.trySandbox[why]}</span>}
    </EmptyState>
  );
}

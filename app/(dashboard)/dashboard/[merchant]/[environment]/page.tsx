import type { Metadata, Route } from "next";
import { Suspense } from "react";
import { LiveRefresh } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/feed/live-refresh";
import { TestPayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/page-actions";
import { quickStartCode } from "@/components/developers/quick-start-code";
import { AttentionList, type LiveAttention } from "@/components/overview/attention-list";
import { OverviewSkeleton } from "@/components/overview/overview-skeleton";
import { OverviewStats } from "@/components/overview/overview-stats";
import { SPAN_WORDS } from "@/components/overview/span-words";
import { TakingsSection } from "@/components/overview/takings-section";
import { latestColumns } from "@/components/payments/payment-columns";
import { type Place, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { CodeBlock } from "@/components/ui/code-block";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { zoneWords } from "@/components/ui/instant-words";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TabLinks } from "@/components/ui/tab-links";
import { TextLink } from "@/components/ui/text-link";
import { type Member, requireMember } from "@/lib/auth/member";
import { env } from "@/lib/env";
import { listPayments } from "@/lib/intents/list";
import { NO_FILTER } from "@/lib/intents/payment-filter";
import { attention } from "@/lib/reports/attention";
import { OVERVIEW_SPANS, OverviewSpan, overview } from "@/lib/reports/overview";
import { countAttention } from "@/lib/settlement/attention-list";
import { getSettlementHealth } from "@/lib/settlement/get-health";
import { liveStanding } from "@/lib/settlement/standing";

export const metadata: Metadata = { title: "Overview" };

const LATEST = 8;

export default async function Page({ params, searchParams }: PageProps<"/dashboard/[merchant]/[environment]">) {
  const member = await requireMember(params, "overview.view");
  const span = OverviewSpan.catch("today").parse((await searchParams).span);
  const zone = zoneWords(new Date(), member.merchant.timeZone);
  return (
    <>
      <PageHeader title="Overview" description={`Days and hours are those of ${zone}, up to now.`} />
      {/* who may see the page is known by here: what follows can no longer turn into a 403 */}
      <Suspense fallback={<OverviewSkeleton />}>
        <Overview member={member} span={span} />
      </Suspense>
    </>
  );
}

async function Overview({ member, span }: { member: Member; span: OverviewSpan }) {
  const { ctx, merchant, environment } = member;
  const [figures, needed, live, latest] = await Promise.all([
    overview(ctx, span),
    attention(ctx),
    liveAttention(member),
    listPayments(ctx, { filter: NO_FILTER, cursor: null, limit: LATEST }),
  ]);
  const place = { merchant: merchant.id, environment };
  const now = figures.now.toISOString();
  return (
    <LiveRefresh feed={`${pathTo(place)}/feed`} ids={latest.payments.map((payment) => payment.id)}>
      {latest.payments.length === 0 ? (
        <FirstPayment member={member} place={place} />
      ) : (
        <div className="flex flex-col gap-8">
          <TabLinks label="Span" tabs={OVERVIEW_SPANS.map((one) => spanTab(place, one, one === span))} />
          <TakingsSection span={span} figures={figures} />
          <OverviewStats
            span={span}
            figures={figures}
            pendingHref={`${pathTo(place, "payments")}?status=pending` as Route}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Section
              title="Latest payments"
              actions={<TextLink href={pathTo(place, "payments")}>All payments</TextLink>}
            >
              <DataTable
                caption="Latest payments"
                columns={latestColumns({ zone: merchant.timeZone, now })}
                rows={latest.payments}
                rowId={(row) => row.id}
                rowHref={(row) => pathTo(place, "payments", row.id)}
                empty={null}
              />
            </Section>
            <Section title="Needs attention">
              <AttentionList attention={needed} live={live} place={place} zone={merchant.timeZone} now={now} />
            </Section>
          </div>
        </div>
      )}
    </LiveRefresh>
  );
}

async function liveAttention({ ctx, environment, can }: Member): Promise<LiveAttention | null> {
  if (environment === "sandbox" || !can("settlement.view")) return null;
  const [items, health] = await Promise.all([countAttention(ctx), getSettlementHealth(ctx)]);
  return { items, alarms: health?.alarms ?? [] };
}

function spanTab(place: Place, span: OverviewSpan, current: boolean) {
  const query = span === "today" ? "" : `?span=${span}`;
  return { href: `${pathTo(place)}${query}` as Route, label: SPAN_WORDS[span].label, current };
}

/** An account without a payment learns how the first one is made, and sees it arrive here. */
async function FirstPayment({ member, place }: { member: Member; place: Place }) {
  if (member.environment === "live") {
    return (await liveStanding(member.ctx)) === "ready" ? (
      <EmptyState
        title="No live payment yet"
        action={
          <ButtonLink href={pathTo(place, "terminals")} look="primary">
            Go to the terminals
          </ButtonLink>
        }
      >
        Everything is in place. Issue a live key to a terminal, ask for 1 USDT with it, and pay it yourself.
      </EmptyState>
    ) : (
      <EmptyState
        title="No live payment yet"
        action={<ButtonLink href={pathTo({ ...place, environment: "sandbox" })}>Go to the sandbox</ButtonLink>}
      >
        Once live takes money, payments stand here from their first second. Everything works in the sandbox already, and
        nothing there moves money.
      </EmptyState>
    );
  }
  const [curl] = quickStartCode(env().APP_URL, "svc_test_…");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <EmptyState
        title="The roll is still blank"
        action={member.can("payments.simulate") && <TestPayment scope={place} look="primary" />}
      >
        Make a test payment here, or ask for one as your server will. It appears on this page by itself.
      </EmptyState>
      <Section
        title="Ask for 12.50 USDT as your server"
        description={
          <>
            Put your sandbox key in place of the dots.{" "}
            {member.can("terminals.view") && (
              <TextLink href={pathTo(place, "terminals")}>Lost it? Rotate it on its terminal's page.</TextLink>
            )}
          </>
        }
      >
        <CodeBlock code={curl?.code ?? ""} caption="curl" />
      </Section>
    </div>
  );
}

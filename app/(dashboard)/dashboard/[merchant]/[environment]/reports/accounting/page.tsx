import type { Metadata } from "next";
import { Suspense } from "react";
import { ExportMenu } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-menu";
import { accountingExportPath, accountingPath } from "@/components/accounting/accounting-path";
import { LineSums } from "@/components/accounting/line-sums";
import { Reconciliation } from "@/components/accounting/reconciliation";
import { pathTo } from "@/components/shell/paths";
import { buttonClass } from "@/components/ui/button";
import { datePresets, findPreset } from "@/components/ui/date-presets";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterDates } from "@/components/ui/filter-dates";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { TabLinks } from "@/components/ui/tab-links";
import { TextLink } from "@/components/ui/text-link";
import { beginHeavyRead } from "@/lib/base/pacing/heavy-reads";
import { afterOwn } from "@/lib/base/pacing/turns";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { isDomainError } from "@/lib/base/values/errors";
import { findMerchantCurrency } from "@/lib/business/merchants/currency";
import type { Span } from "@/lib/payments/reports/report-spans";
import { requirePeriod } from "@/lib/payments/reports/takings";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { accountingMessages } from "@/lib/service/messages/en/accounting";
import { readBookSpan } from "@/lib/settlement/books/book-span";
import { type LineSum, reconcile, saleMicrosOf, sumLines } from "@/lib/settlement/books/reconcile";
import { isSubscribedToBooks } from "@/lib/settlement/books/subscribe";
import { BooksEmail } from "./books-email";
import { FillRate } from "./fill-rate";
import type { Pair } from "./fill-rate-form";

const messages = accountingMessages;

export const metadata: Metadata = { title: messages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/reports/accounting">;

export default async function Page({ params, searchParams }: Props) {
  const member = await requireMember(params, "reports.export");
  const { ctx, account, merchant, environment } = member;
  const today = calendarDay(new Date(), merchant.timeZone);
  const span = readBookSpan(await searchParams, today);
  const [currency, subscribed] = await Promise.all([
    findMerchantCurrency(ctx.db, ctx.merchantId),
    isSubscribedToBooks(ctx),
  ]);
  const emailDescription = [
    messages.email.description(account.email),
    environment === "sandbox" ? messages.email.sandbox : "",
  ].join(" ");
  const dashboard = { merchant: merchant.id, environment };
  const current = findPreset(span.from, span.to, today)?.label;
  return (
    <>
      <PageHeader
        title={messages.title}
        description={messages.description}
        back={{ href: pathTo(dashboard, "reports"), label: messages.back }}
        actions={
          <>
            <a
              href={accountingExportPath(dashboard, span, "json")}
              download
              className={buttonClass({ look: "secondary", size: "small" })}
            >
              {messages.exportJson}
            </a>
            <ExportMenu href={accountingExportPath(dashboard, span)} format={account.exportFormat} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <TabLinks
          label={messages.periods}
          tabs={datePresets(today).map(({ label, first, last }) => ({
            href: accountingPath(dashboard, { from: first, to: last }),
            label,
            current: label === current,
          }))}
        />
        <FilterBar names={["from", "to"]}>
          <FilterDates label={messages.dates} today={today} />
        </FilterBar>
        {currency === null && (
          <Note>
            {messages.noCurrency.text}
            <TextLink href={pathTo(dashboard, "settings", "currencies")}>{messages.noCurrency.link}</TextLink>
          </Note>
        )}
      </div>
      {/* access is checked above: a streamed page can no longer become a 403 */}
      <Suspense key={`${span.from} ${span.to}`} fallback={<Loading />}>
        <Books member={member} span={span} today={today} />
      </Suspense>
      <div id="email" className="scroll-mt-24">
        <Section
          title={messages.email.title}
          layout="beside"
          description={ctx.settings.mail ? emailDescription : undefined}
        >
          {ctx.settings.mail ? (
            <BooksEmail dashboard={dashboard} subscribed={subscribed} />
          ) : (
            <p className="text-14 text-ink-2">{messages.email.off}</p>
          )}
        </Section>
      </div>
    </>
  );
}

async function Books({ member, span, today }: { member: Member; span: Span; today: string }) {
  const { ctx, merchant, environment, can } = member;
  const read = await readBooks(ctx, span).catch(refusal);
  if ("refused" in read) return <Note tone="amber">{read.refused}</Note>;
  const { sums, checked } = read;
  const without = sums.filter(({ withoutValue }) => withoutValue > 0);
  const usdt = without.filter(({ asset }) => asset === "USDT");
  const withoutValue = usdt.reduce((sum, one) => sum + one.withoutValue, 0);
  const pairs = pairsOf(without);
  return (
    <>
      <Section title={messages.lines.title}>
        <div className="flex flex-col gap-4">
          <LineSums sums={sums} />
          {withoutValue > 0 && <Note tone="amber">{messages.lines.withoutValue(withoutValue)}</Note>}
          {can("rates.manage") && pairs.length > 0 && (
            <div>
              <FillRate
                dashboard={{ merchant: merchant.id, environment }}
                from={span.from < today ? span.from : today}
                to={span.to < today ? span.to : today}
                pairs={pairs}
              />
            </div>
          )}
        </div>
      </Section>
      <Reconciliation checked={checked} />
    </>
  );
}

/** Each asset and currency of which lines have no value, USDT first. */
function pairsOf(sums: LineSum[]): Pair[] {
  const pairs = sums.flatMap(({ asset, currency }) => (currency === null ? [] : [{ asset, currency }]));
  const distinct = new Map(pairs.map((pair) => [`${pair.asset} ${pair.currency}`, pair]));
  return [...distinct.values()].toSorted((a, b) => b.asset.localeCompare(a.asset));
}

async function readBooks(ctx: Member["ctx"], span: Span) {
  requirePeriod(span);
  const end = beginHeavyRead(ctx.actor.userId);
  try {
    return await afterOwn(ctx.actor.userId, async () => {
      const sums = await sumLines(ctx, span);
      return { sums, checked: await reconcile(ctx, span, { saleMicros: saleMicrosOf(sums) }) };
    });
  } finally {
    end();
  }
}

function refusal(error: unknown) {
  if (isDomainError(error) && REFUSALS.has(error.code)) return { refused: error.message };
  throw error;
}

const REFUSALS = new Set(["invalid_period", "rate_limited"]);

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      <Section title={messages.lines.title}>
        <Skeleton className="h-64 w-full" />
      </Section>
      <Section title={messages.reconciliation.title}>
        <Skeleton className="h-40 w-full" />
      </Section>
    </>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { AcceptRate } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/currencies/accept-rate";
import { currencyTitle } from "@/components/currencies/currency-options";
import { HeldRate } from "@/components/currencies/held-rate";
import { PreviewTable } from "@/components/currencies/preview-table";
import { RateStatus } from "@/components/currencies/rate-columns";
import { RateFacts } from "@/components/currencies/rate-facts";
import { heldOf, rateState } from "@/components/currencies/rate-state";
import { pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { type ListedRate, listRates } from "@/lib/payments/prices/list-rates";
import { previewRate } from "@/lib/payments/prices/preview-rate";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { currenciesMessages as messages } from "@/lib/service/messages/en/currencies";
import { RemoveCurrency } from "./remove-currency";

type Props = PageProps<"/dashboard/[merchant]/[environment]/settings/currencies/[currency]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { currency } = await params;
  return { title: /^[A-Z]{3}$/.test(currency) ? currencyTitle(currency) : messages.title };
}

export default async function Page({ params }: Props) {
  const member = await requireMember(params, "rates.view");
  const { ctx, merchant, environment, can } = member;
  const { currency } = await params;
  const rate = (await listRates(ctx)).find((one) => one.currency === currency);
  if (!rate) notFound();
  const held = heldOf(rate);
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  return (
    <>
      <PageHeader
        title={currencyTitle(currency)}
        badge={<RateStatus rate={rate} now={now} />}
        back={{ href: pathTo(dashboard, "settings", "currencies"), label: messages.title }}
        actions={
          can("rates.manage") && (
            <>
              <RemoveCurrency dashboard={dashboard} currency={currency} />
              <ButtonLink href={pathTo(dashboard, "settings", "currencies", currency, "edit")}>
                {messages.rate.edit}
              </ButtonLink>
            </>
          )
        }
      />
      <StateNote rate={rate} now={now} canRenew={can("rates.manage")} />
      {held && <HeldRate {...held} action={can("rates.manage") && <AcceptRate dashboard={dashboard} {...held} />} />}
      <Section title={messages.rate.title}>
        <RateFacts rate={rate} zone={merchant.timeZone} now={now} />
      </Section>
      {rate.inForce && (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <RecentPayments member={member} currency={currency} {...rate.inForce} spreadBps={rate.spreadBps} />
        </Suspense>
      )}
    </>
  );
}

/** Why prices are refused or soon will be, and what to do. */
function StateNote({ rate, now, canRenew }: { rate: ListedRate; now: string; canRenew: boolean }) {
  const state = rateState(rate, now);
  if (state === "none") {
    return (
      <Note tone="brick">
        <p className="text-pretty">{`${messages.rate.expired(rate.currency)} ${canRenew ? messages.rate.renew : ""}`}</p>
      </Note>
    );
  }
  if (state !== "aging" && state !== "fallback") return null;
  return (
    <Note tone="amber">
      <p className="text-pretty">
        {state === "aging" ? messages.rate.aging(rate.currency) : messages.rate.fallbackInForce}
      </p>
    </Note>
  );
}

type RecentProps = { member: Member; currency: string; rate: string; spreadBps: number };

/** What the last payments cost, or are worth, at the rate in force. */
async function RecentPayments({ member, currency, rate, spreadBps }: RecentProps) {
  const preview = await previewRate(member.ctx, { currency, rate, way: "usdt_per_unit", spreadBps });
  return (
    <Section
      title={messages.preview.title}
      description={preview.payments.length > 0 && messages.preview[preview.kind](currency)}
    >
      <PreviewTable currency={currency} preview={preview} beside="charged" />
    </Section>
  );
}

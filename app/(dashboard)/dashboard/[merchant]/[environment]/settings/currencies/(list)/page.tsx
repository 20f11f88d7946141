import type { Metadata } from "next";
import { AcceptRate } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/currencies/accept-rate";
import { currencyOptions, currencyTitle } from "@/components/currencies/currency-options";
import { HeldRate } from "@/components/currencies/held-rate";
import { rateColumns } from "@/components/currencies/rate-columns";
import { heldOf } from "@/components/currencies/rate-state";
import { pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { dayLabel } from "@/components/ui/day-text";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { type CurrencySetting, getCurrencySetting } from "@/lib/business/merchants/currency";
import { getMerchantSettings } from "@/lib/business/merchants/get-settings";
import { listRates } from "@/lib/payments/prices/list-rates";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { currenciesMessages as messages } from "@/lib/service/messages/en/currencies";
import { ChangeCurrency } from "./change-currency";
import { ChangeLife } from "./change-life";

export const metadata: Metadata = { title: messages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settings/currencies">;

export default async function Page({ params }: Props) {
  const member = await requireMember(params, "rates.view");
  const { ctx, merchant, environment, can } = member;
  const [rates, setting, settings] = await Promise.all([
    listRates(ctx),
    getCurrencySetting(ctx),
    getMerchantSettings(ctx),
  ]);
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const held = rates.flatMap((rate) => heldOf(rate) ?? []);
  const add = can("rates.manage") && (
    <ButtonLink href={pathTo(dashboard, "settings", "currencies", "new")} look="primary">
      {messages.list.add}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={messages.title} description={messages.description} />
      {held.map((rate) => (
        <HeldRate
          key={rate.currency}
          {...rate}
          action={can("rates.manage") && <AcceptRate dashboard={dashboard} {...rate} />}
        />
      ))}
      <Section title={messages.list.title} description={messages.list.description} actions={rates.length > 0 && add}>
        <DataTable
          caption={messages.list.caption}
          columns={rateColumns({ zone: merchant.timeZone, now })}
          rows={rates}
          rowId={({ currency }) => currency}
          rowHref={({ currency }) => pathTo(dashboard, "settings", "currencies", currency)}
          empty={
            <EmptyState title={messages.list.emptyTitle} action={add}>
              {can("rates.manage") ? messages.list.empty : messages.list.emptyReadOnly}
            </EmptyState>
          }
        />
      </Section>
      <Section title={messages.business.title} layout="beside" description={messages.business.description}>
        <BusinessCurrency member={member} setting={setting} currencies={rates.map(({ currency }) => currency)} />
      </Section>
      <Section title={messages.life.title} layout="beside" description={messages.life.description}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 text-14">
            <p className="font-medium">{messages.life.minutes(settings.quoteLifeSeconds / 60)}</p>
            <p className="max-w-measure text-pretty text-ink-2">
              {can("rates.manage") ? messages.life.hint : messages.readOnly}
            </p>
          </div>
          {can("rates.manage") && <ChangeLife dashboard={dashboard} seconds={settings.quoteLifeSeconds} />}
        </div>
      </Section>
    </>
  );
}

type BusinessProps = { member: Member; setting: CurrencySetting; currencies: string[] };

/** The currency of the business, what it becomes later, and whether it lacks a rate. */
function BusinessCurrency({ member, setting, currencies }: BusinessProps) {
  const { merchant, environment, can } = member;
  const { today, current, coming } = setting;
  const dashboard = { merchant: merchant.id, environment };
  const code = current?.currency ?? null;
  const isFirst = current === null && coming.length === 0;
  const named = (currency: string | null) => (currency === null ? messages.business.none : currencyTitle(currency));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 text-14">
        <p>
          <span className="font-medium">{named(code)}</span>
          {current && <span className="text-ink-2">{` ${messages.business.since(dayLabel(current.since))}`}</span>}
        </p>
        {coming.map(({ currency, since }) => (
          <p key={since} className="text-ink-2">
            {messages.business.coming(named(currency), dayLabel(since))}
          </p>
        ))}
        {code !== null && !currencies.includes(code) && (
          <p className="text-pretty text-amber-ink">
            <span>{`${messages.business.noRate(code)} `}</span>
            {can("rates.manage") && (
              <TextLink href={withQuery(pathTo(dashboard, "settings", "currencies", "new"), { currency: code })}>
                {messages.business.addRate(code)}
              </TextLink>
            )}
          </p>
        )}
        {!can("rates.manage") && <p className="text-ink-2">{messages.readOnly}</p>}
      </div>
      {can("rates.manage") && (
        <ChangeCurrency
          dashboard={dashboard}
          currency={isFirst ? (currencies[0] ?? null) : code}
          options={currencyOptions()}
          today={today}
          zone={merchant.timeZone}
        />
      )}
    </div>
  );
}

import type { Metadata } from "next";
import { RateForm } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/currencies/rate-form";
import { currencyOptions } from "@/components/currencies/currency-options";
import { NEW_RATE } from "@/components/currencies/rate-values";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { listRates } from "@/lib/payments/prices/list-rates";
import { requireMember } from "@/lib/service/auth/member";
import { currenciesMessages as messages } from "@/lib/service/messages/en/currencies";

export const metadata: Metadata = { title: messages.form.newTitle };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settings/currencies/new">;

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "rates.manage");
  const [rates, { currency }] = await Promise.all([listRates(ctx), searchParams]);
  const dashboard = { merchant: merchant.id, environment };
  const options = currencyOptions(rates.map((rate) => rate.currency));
  const suggested = options.find(({ value }) => value === currency)?.value ?? null;
  return (
    <>
      <PageHeader
        title={messages.form.newTitle}
        back={{ href: pathTo(dashboard, "settings", "currencies"), label: messages.title }}
      />
      <RateForm dashboard={dashboard} currency={suggested} options={options} values={NEW_RATE} />
    </>
  );
}

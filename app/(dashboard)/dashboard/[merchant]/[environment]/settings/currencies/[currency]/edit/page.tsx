import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RateForm } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/currencies/rate-form";
import { currencyTitle } from "@/components/currencies/currency-options";
import { valuesOf } from "@/components/currencies/rate-values";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { listRates } from "@/lib/payments/prices/list-rates";
import { requireMember } from "@/lib/service/auth/member";
import { currenciesMessages as messages } from "@/lib/service/messages/en/currencies";

export const metadata: Metadata = { title: messages.rate.edit };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settings/currencies/[currency]/edit">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "rates.manage");
  const { currency } = await params;
  const rate = (await listRates(ctx)).find((one) => one.currency === currency);
  if (!rate) notFound();
  const dashboard = { merchant: merchant.id, environment };
  return (
    <>
      <PageHeader
        title={messages.rate.editTitle(currency)}
        back={{ href: pathTo(dashboard, "settings", "currencies", currency), label: currencyTitle(currency) }}
      />
      <RateForm dashboard={dashboard} currency={currency} options={null} values={valuesOf(rate)} />
    </>
  );
}

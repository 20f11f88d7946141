import type { Metadata } from "next";
import { AccentForm } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/general/accent-form";
import { CapForm } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/general/cap-form";
import { LogoForm } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/general/logo-form";
import { MerchantForm } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/general/merchant-form";
import { NeverReuse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/never-reuse";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { requireMember } from "@/lib/auth/member";
import { getMerchantSettings } from "@/lib/merchants/get-settings";
import { displayAmount } from "@/lib/money";
import { getWallet } from "@/lib/settlement/get-wallet";

export const metadata: Metadata = { title: "Settings" };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settings/general">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "merchant.manage");
  const [settings, wallet] = await Promise.all([getMerchantSettings(ctx), getWallet(ctx)]);
  const { name, timeZone, accentColour, logo, dailyLiveCapMicros, neverReuseAddresses } = settings;
  const scope = { merchant: merchant.id, environment };
  const cap = dailyLiveCapMicros === null ? null : displayAmount(dailyLiveCapMicros);
  return (
    <>
      <PageHeader title="Shop" description="How your shop is called and looks, for the sandbox and for live alike." />
      <Section title="Name and zone" layout="beside" description="Customers see the name when they pay.">
        <MerchantForm scope={scope} name={name} timeZone={timeZone} />
      </Section>
      <Section title="Logo" layout="beside" description="On the payment page, above the amount.">
        <LogoForm scope={scope} name={name} logo={logo} accentColour={accentColour} />
      </Section>
      <Section
        title="Accent colour"
        layout="beside"
        description="A band on the payment page. Text is never drawn in it."
      >
        <AccentForm key={accentColour} scope={scope} name={name} logo={logo} accentColour={accentColour} />
      </Section>
      <Section
        title="Daily live cap"
        layout="beside"
        description="The most that live payments of one day, by UTC, may ask for together. Beyond it, no live payment can be asked for until midnight UTC. Payments that were asked for already are not touched, and the sandbox has no cap."
      >
        {can("cap.manage") ? (
          <CapForm key={cap} scope={scope} cap={cap} />
        ) : (
          <p className="text-14 text-ink-2">
            {cap === null ? "No cap is set." : <Money value={cap} />} Only an owner can change it.
          </p>
        )}
      </Section>
      <Section
        title="Live addresses"
        layout="beside"
        description="Whether an address of your wallet may serve a second payment."
      >
        <NeverReuse
          scope={scope}
          neverReuse={neverReuseAddresses}
          kind={wallet?.kind ?? null}
          canChange={can("settlement.manage")}
        />
      </Section>
    </>
  );
}

import type { Metadata } from "next";
import { NeverReuse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/never-reuse";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import { getMerchantSettings } from "@/lib/business/merchants/get-settings";
import { getWallet } from "@/lib/chain/wallets/get-wallet";
import { getReset } from "@/lib/payments/sandbox/get-reset";
import { requireMember } from "@/lib/service/auth/member";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { AccentForm } from "./accent-form";
import { CapForm } from "./cap-form";
import { ContactForm } from "./contact-form";
import { LogoForm } from "./logo-form";
import { MerchantForm } from "./merchant-form";
import { SandboxData } from "./sandbox-data";

const { business, title } = settingsMessages;

export const metadata: Metadata = { title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settings/general">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "merchant.manage");
  const [settings, wallet, reset] = await Promise.all([getMerchantSettings(ctx), getWallet(ctx), getReset(ctx)]);
  const { name, timeZone, accentColour, logo, dailyLiveCapMicros, neverReuseAddresses } = settings;
  const { supportEmail, supportUrl, supportPhone } = settings;
  const contact = { supportEmail, supportUrl, supportPhone };
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const isLiveOff = ctx.settings.network === null;
  const cap = dailyLiveCapMicros === null ? "" : decimalFromMicros(dailyLiveCapMicros);
  return (
    <>
      <PageHeader title={business.title} description={business.description} />
      <Section title={business.details.title} layout="beside" description={business.details.description}>
        <MerchantForm dashboard={dashboard} name={name} timeZone={timeZone} />
      </Section>
      <Section title={business.logo.title} layout="beside" description={business.logo.description}>
        <LogoForm dashboard={dashboard} name={name} logo={logo} accentColour={accentColour} />
      </Section>
      <Section title={business.accent.title} layout="beside" description={business.accent.description}>
        <AccentForm dashboard={dashboard} name={name} logo={logo} accentColour={accentColour} />
      </Section>
      <Section title={business.contact.title} layout="beside" description={business.contact.description}>
        <ContactForm dashboard={dashboard} contact={contact} />
      </Section>
      {environment === "sandbox" && (
        <Section title={business.sandbox.title} layout="beside" description={business.sandbox.description}>
          <SandboxData
            dashboard={dashboard}
            name={name}
            progress={reset && reset.finishedAt === null ? reset : null}
            last={
              reset?.finishedAt && <Time iso={reset.finishedAt.toISOString()} zone={timeZone} now={now} form="exact" />
            }
          />
        </Section>
      )}
      <Section title={business.cap.title} layout="beside" description={business.cap.description}>
        {isLiveOff ? (
          <p className="text-14 text-ink-2">{business.liveOff}</p>
        ) : can("cap.manage") ? (
          <CapForm dashboard={dashboard} cap={cap} />
        ) : (
          <p className="text-14 text-ink-2">
            {dailyLiveCapMicros === null ? (
              <span>{business.cap.none}</span>
            ) : (
              <Money value={displayAmount(dailyLiveCapMicros)} />
            )}
            <span>{` ${business.onlyOwner}`}</span>
          </p>
        )}
      </Section>
      <Section title={business.addresses.title} layout="beside" description={business.addresses.description}>
        {isLiveOff ? (
          <p className="text-14 text-ink-2">{business.liveOff}</p>
        ) : (
          <NeverReuse
            dashboard={dashboard}
            neverReuse={neverReuseAddresses}
            kind={wallet?.kind ?? null}
            canChange={can("settlement.manage")}
          />
        )}
      </Section>
    </>
  );
}

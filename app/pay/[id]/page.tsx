import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { newsOf } from "@/app/_realtime/news-of";
import { BackToShop } from "@/components/checkout/back-to-shop";
import { CheckoutPage } from "@/components/checkout/checkout-page";
import { type View, withUnit } from "@/components/checkout/view";
import { buttonClass } from "@/components/ui/button";
import { fillIn } from "@/lib/checkout/fill-in";
import { languageTagOf } from "@/lib/checkout/locales";
import { localTime } from "@/lib/checkout/reader";
import { env } from "@/lib/env";
import { AutoReturn } from "./auto-return";
import { LiveCheckout } from "./live-checkout";
import { LivePart } from "./live-part";
import { KeepLanguage, LiveConfirmations, LiveCountdown, LiveTrouble, ReaderTime } from "./live-parts";
import { SimulateLater } from "./simulate-later";
import { viewOf } from "./view-of";

type Props = PageProps<"/pay/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await viewOf((await params).id);
  if (!view) notFound();
  const { checkout, words, locale } = view;
  const blanks = { amount: withUnit(checkout.amount, locale), shop: checkout.merchantName };
  const title = fillIn(words.title, blanks);
  const description = fillIn(words.description, blanks);
  const { status } = checkout;
  return {
    title: status === "pending" ? title : `${words[status]}: ${title}`,
    description,
    // link previews are cached for long, so they don't show the status
    openGraph: { title, description, type: "website", siteName: env().APP_NAME, locale: languageTagOf(locale) },
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

/** For pages without JavaScript. Longer in live, where a reload would disturb a customer who is copying the address. */
const REFRESH_SECONDS = { sandbox: 5, live: 20 };

export default async function Page({ params, searchParams }: Props) {
  const view = await viewOf((await params).id);
  if (!view) notFound();
  const { checkout, words, locale } = view;
  const { id, progress, environment } = checkout;
  const pending = checkout.status === "pending";
  const { confirming, finalizing } = words;
  const asked = (await searchParams).lang !== undefined;
  const content = (
    <div data-payment={id} data-news={newsOf(progress)}>
      {pending && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_SECONDS[environment])} />
        </noscript>
      )}
      {asked && (
        <LivePart>
          <KeepLanguage tag={languageTagOf(locale)} />
        </LivePart>
      )}
      <CheckoutPage
        view={view}
        appName={env().APP_NAME}
        countdown={
          <LivePart>
            <LiveCountdown
              expiresInSeconds={checkout.expiresInSeconds}
              words={{ timeLeft: words.timeLeft, timeUp: words.timeUp }}
            />
          </LivePart>
        }
        confirmations={
          checkout.confirming && (
            <LivePart>
              <LiveConfirmations {...checkout.confirming} words={{ confirming, finalizing }} />
            </LivePart>
          )
        }
        time={<Time view={view} />}
        trouble={
          <LivePart>
            <LiveTrouble words={{ offline: words.offline, away: words.away }} />
          </LivePart>
        }
        back={checkout.status === "paid" && <AfterPaid view={view} />}
        simulate={
          environment === "sandbox" && (
            <div lang="en" dir="ltr" className="lg:col-start-3 lg:max-w-80 lg:pt-6">
              <LivePart>
                <SimulateLater id={id} pending={pending} />
              </LivePart>
            </div>
          )
        }
      />
    </div>
  );
  return (
    <LivePart instead={content}>
      <LiveCheckout id={id} progress={progress}>
        {content}
      </LiveCheckout>
    </LivePart>
  );
}

function Time({ view: { checkout, locale } }: { view: View }) {
  const iso = checkout.endedAt ?? checkout.createdAt;
  const inUtc = localTime(iso, locale, "UTC");
  return (
    <LivePart instead={<bdi>{inUtc}</bdi>}>
      <ReaderTime iso={iso} locale={locale} inUtc={inUtc} />
    </LivePart>
  );
}

/** The links back to the shop and to the printable receipt. */
function AfterPaid({ view }: { view: View }) {
  const { checkout, words, back } = view;
  const { returning, inSeconds, stay } = words;
  const link = back && <BackToShop view={view} back={back} look="primary" />;
  return (
    <>
      {back && (
        <LivePart instead={link}>
          <AutoReturn id={checkout.id} {...back} words={{ returning, inSeconds, stay }}>
            {link}
          </AutoReturn>
        </LivePart>
      )}
      <a href={`/pay/${checkout.id}/receipt`} className={buttonClass({ look: "secondary" }, "w-full")}>
        {words.openReceipt}
      </a>
    </>
  );
}

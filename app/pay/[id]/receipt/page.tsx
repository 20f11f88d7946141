import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { viewOf } from "@/app/pay/[id]/view-of";
import { Receipt } from "@/components/checkout/receipt";
import { type View, withUnit } from "@/components/checkout/view";
import { buttonClass } from "@/components/ui/button";
import { zoneLabel } from "@/components/ui/instant-labels";
import { Roll } from "@/components/ui/paper";
import { SandboxBanner } from "@/components/ui/sandbox-banner";
import { fillIn } from "@/lib/checkout/fill-in";
import { directionOf, languageTagOf } from "@/lib/checkout/locales";
import { localTime } from "@/lib/checkout/reader";
import { PrintButton } from "./print-button";
import "@/app/pos/print.css";

type Props = PageProps<"/pay/[id]/receipt">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const view = await viewOf((await params).id);
  if (!view) notFound();
  const { checkout, words, locale } = view;
  const title = fillIn(words.title, { amount: withUnit(checkout.amount, locale), shop: checkout.merchantName });
  return {
    title: `${checkout.status === "paid" ? words.receipt : words.notPaid}: ${title}`,
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

/** The printable receipt of a payment, or a notice that it wasn't paid. Times are in the terminal's zone. */
export default async function Page({ params }: Props) {
  const view = await viewOf((await params).id);
  if (!view) notFound();
  const { checkout, words, locale } = view;
  return (
    <div lang={languageTagOf(locale)} dir={directionOf(locale)} className="flex min-h-dvh flex-col print:min-h-0">
      {checkout.environment === "sandbox" && <SandboxBanner words={words.sandbox} />}
      <main className="mx-auto flex w-full max-w-roll flex-1 flex-col gap-5 px-4 py-8 print:p-0">
        <h1 className="text-center text-16 font-semibold print:hidden">
          {checkout.status === "paid" ? words.receipt : words.notPaid}
        </h1>
        <div className="slip">
          <Roll>
            <Receipt view={view} time={<Time view={view} />} />
          </Roll>
        </div>
        <div className="flex flex-wrap gap-3 *:flex-1 print:hidden">
          <PrintButton>{words.print}</PrintButton>
          <a href={`/pay/${checkout.id}`} className={buttonClass({ look: "secondary" }, "text-center")}>
            {words.backToPayment}
          </a>
        </div>
      </main>
    </div>
  );
}

function Time({ view: { checkout, locale } }: { view: View }) {
  const iso = checkout.endedAt ?? checkout.createdAt;
  return (
    <time dateTime={iso} className="font-sans">
      <bdi>{localTime(iso, locale, checkout.timeZone, false)}</bdi>,{" "}
      <bdi>{zoneLabel(new Date(iso), checkout.timeZone)}</bdi>
    </time>
  );
}

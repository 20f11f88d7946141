import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { LiveCheckout } from "@/app/pay/[id]/live-checkout";
import { LiveCountdown, LiveTrouble } from "@/app/pay/[id]/live-parts";
import { SimulatePanel } from "@/app/pay/[id]/simulate-panel";
import { CheckoutPage } from "@/components/checkout/checkout-page";
import { STATUS_WORDS } from "@/components/ui/status-mark";
import { anonymous } from "@/lib/api/context";
import { env } from "@/lib/env";
import { getCheckout } from "@/lib/intents/get-checkout";
import { IntentId } from "@/lib/intents/schemas";

type Props = PageProps<"/pay/[id]">;

/** One query a request, for the title and the page together. */
const checkoutOf = cache(async (id: string) =>
  IntentId.safeParse({ id }).success ? getCheckout(anonymous(), id) : null,
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const checkout = await checkoutOf((await params).id);
  if (!checkout) notFound();
  const title = `${checkout.amount} USDT to ${checkout.merchantName}`;
  return {
    title: checkout.status === "pending" ? title : `${STATUS_WORDS[checkout.status]}: ${title}`,
    description: `Payment of ${title} by QR code from a wallet.`,
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

export default async function Page({ params }: Props) {
  const checkout = await checkoutOf((await params).id);
  if (!checkout) notFound();
  const { id, expiresInSeconds } = checkout;
  const pending = checkout.status === "pending";
  return (
    <LiveCheckout id={id} pending={pending} expiresInSeconds={expiresInSeconds}>
      {pending && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <CheckoutPage
        checkout={checkout}
        appName={env().APP_NAME}
        countdown={<LiveCountdown expiresInSeconds={expiresInSeconds} />}
        trouble={<LiveTrouble />}
        simulate={<SimulatePanel id={id} pending={pending} />}
      />
    </LiveCheckout>
  );
}

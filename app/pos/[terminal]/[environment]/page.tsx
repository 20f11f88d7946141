import type { Metadata, Viewport } from "next";
import { unauthorized } from "next/navigation";
import { cache } from "react";
import { pathTo } from "@/components/shell/paths";
import { getKeypadPrice } from "@/lib/payments/pos/get-price";
import { getUnusualAmount } from "@/lib/payments/pos/get-unusual-amount";
import { findPosSession } from "@/lib/service/auth/pos-session";
import { posMessages } from "@/lib/service/messages/en/pos";
import { PosApp } from "./pos-app";
import { RememberKeypad } from "./remember-keypad";
import "@/app/pos/print.css";

type Props = PageProps<"/pos/[terminal]/[environment]">;

export const viewport: Viewport = { viewportFit: "cover" };

/** Read once per request, for the title and the page. */
const posOf = cache((terminal: string, environment: string) => findPosSession({ terminal, environment }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { terminal, environment } = await params;
  const pos = await posOf(terminal, environment);
  return {
    title: pos ? posMessages.pageTitle(pos.terminalName) : posMessages.defaultPageTitle,
    robots: { index: false, follow: false },
    referrer: "no-referrer",
    ...(pos && { appleWebApp: { capable: true, title: pos.terminalName } }),
  };
}

/** The keypad of one terminal in one environment, for its device or a member who may charge there. */
export default async function Page({ params }: Props) {
  const { terminal, environment } = await params;
  const pos = await posOf(terminal, environment);
  if (!pos) unauthorized();
  const at = `/pos/${pos.terminalId}/${pos.environment}`;
  const dashboard = { merchant: pos.merchantId, environment: pos.environment };
  const [unusualAbove, price] = await Promise.all([getUnusualAmount(pos), getKeypadPrice(pos)]);
  return (
    <>
      <link rel="manifest" href={`${at}/manifest.webmanifest`} crossOrigin="use-credentials" />
      {pos.actor.type === "user" && <RememberKeypad terminalId={pos.terminalId} environment={pos.environment} />}
      <PosApp
        at={at}
        merchant={pos.merchantName}
        terminal={pos.terminalName}
        zone={pos.timeZone}
        unusualAbove={unusualAbove}
        price={price}
        sandbox={pos.environment === "sandbox"}
        isLiveOff={pos.environment === "live" && pos.settings.network === null}
        home={pos.actor.type === "user" ? pathTo(dashboard, "terminals", pos.terminalId) : null}
      />
    </>
  );
}

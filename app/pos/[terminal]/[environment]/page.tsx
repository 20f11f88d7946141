import type { Metadata, Viewport } from "next";
import { unauthorized } from "next/navigation";
import { cache } from "react";
import { Till } from "@/app/pos/[terminal]/[environment]/till";
import { pathTo } from "@/components/shell/paths";
import { findTill } from "@/lib/auth/till";
import "@/app/pos/print.css";

type Props = PageProps<"/pos/[terminal]/[environment]">;

export const viewport: Viewport = { viewportFit: "cover" };

/** One look a request, for the title and the page together. */
const tillOf = cache((terminal: string, environment: string) => findTill({ terminal, environment }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { terminal, environment } = await params;
  const till = await tillOf(terminal, environment);
  return {
    title: till ? `${till.terminalName}, keypad` : "Keypad",
    robots: { index: false, follow: false },
    referrer: "no-referrer",
    ...(till && { appleWebApp: { capable: true, title: till.terminalName } }),
  };
}

/** The keypad of one terminal in one environment, for its device or a member who may charge there. */
export default async function Page({ params }: Props) {
  const { terminal, environment } = await params;
  const till = await tillOf(terminal, environment);
  if (!till) unauthorized();
  const at = `/pos/${till.terminalId}/${till.environment}`;
  const scope = { merchant: till.merchantId, environment: till.environment };
  return (
    <>
      <link rel="manifest" href={`${at}/manifest.webmanifest`} crossOrigin="use-credentials" />
      <Till
        at={at}
        merchant={till.merchantName}
        terminal={till.terminalName}
        zone={till.timeZone}
        sandbox={till.environment === "sandbox"}
        home={till.actor.type === "user" ? pathTo(scope, "terminals", till.terminalId) : null}
      />
    </>
  );
}

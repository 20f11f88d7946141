import type { Metadata } from "next";
import { LiveOff } from "@/components/settlement/live-off";
import { LiveOnly } from "@/components/settlement/live-only";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { WalletHelp } from "@/components/wallets/wallet-help";
import { getWallet } from "@/lib/chain/wallets/get-wallet";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { requireMember } from "@/lib/service/auth/member";
import { settlementMessages } from "@/lib/service/messages/en/settlement";
import { walletMessages, walletSteps } from "@/lib/service/messages/en/wallet";
import { getSettlementHealth } from "@/lib/settlement/watcher/get-health";
import { WalletSteps } from "./wallet-steps";

export const metadata: Metadata = { title: walletMessages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/wallet">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "settlement.manage");
  const dashboard = { merchant: merchant.id, environment };
  if (environment === "sandbox") return <LiveOnly dashboard={dashboard} waiting={await countWaiting(ctx)} />;
  const [health, wallet] = await Promise.all([getSettlementHealth(ctx), getWallet(ctx)]);
  return (
    <>
      <PageHeader
        title={wallet ? walletSteps.changeTitle : walletSteps.setTitle}
        back={{ href: pathTo(dashboard, "settlement"), label: settlementMessages.title }}
      />
      {health ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <WalletSteps dashboard={dashboard} current={wallet?.kind ?? null} />
          <WalletHelp />
        </div>
      ) : (
        <LiveOff />
      )}
    </>
  );
}

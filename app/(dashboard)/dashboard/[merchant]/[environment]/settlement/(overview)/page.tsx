import type { Metadata } from "next";
import { RefreshSoon } from "@/app/_realtime/refresh-soon";
import { NeverReuse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/never-reuse";
import { AlarmList } from "@/components/settlement/alarm-list";
import { LiveOff } from "@/components/settlement/live-off";
import { LiveOnly } from "@/components/settlement/live-only";
import { SettlementTabs } from "@/components/settlement/settlement-tabs";
import { WatcherBadge, WatcherCard } from "@/components/settlement/watcher-card";
import { pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { PoolBar } from "@/components/wallets/pool-bar";
import { PoolNotes } from "@/components/wallets/pool-notes";
import { WalletFacts } from "@/components/wallets/wallet-facts";
import { getWallet, type Wallet } from "@/lib/chain/wallets/get-wallet";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { settlementMessages } from "@/lib/service/messages/en/settlement";
import { walletMessages } from "@/lib/service/messages/en/wallet";
import { getSettlementHealth, type SettlementHealth } from "@/lib/settlement/watcher/get-health";

import { RefundWalletPart } from "./refund-wallet-part";

export const metadata: Metadata = { title: settlementMessages.title };

const AGAIN_AFTER_S = 15;

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement">;

export default async function Page({ params }: Props) {
  const member = await requireMember(params, "settlement.view");
  const { ctx, merchant, environment } = member;
  const dashboard = { merchant: merchant.id, environment };
  if (environment === "sandbox") return <LiveOnly dashboard={dashboard} waiting={await countWaiting(ctx)} />;
  const [health, wallet, waiting] = await Promise.all([getSettlementHealth(ctx), getWallet(ctx), countWaiting(ctx)]);
  const now = new Date().toISOString();
  return (
    <>
      <PageHeader title={settlementMessages.title} description={settlementMessages.description} />
      <div className="flex flex-col gap-8">
        <SettlementTabs dashboard={dashboard} waiting={waiting} />
        {health ? <Watch member={member} health={health} now={now} /> : <LiveOff />}
        {(health || wallet) && <WalletPart member={member} wallet={wallet} canSet={health !== null} now={now} />}
        {health && <RefundWalletPart member={member} now={now} />}
        {wallet && <PoolPart member={member} wallet={wallet} />}
      </div>
      {health && <RefreshSoon key={now} seconds={AGAIN_AFTER_S} />}
    </>
  );
}

type WatchProps = { member: Member; health: SettlementHealth; now: string };

function Watch({ member: { merchant }, health: { network, watcher, ...health }, now }: WatchProps) {
  // the note above the addresses says it with the figures of this moment
  const alarms = health.alarms.filter(({ kind }) => kind !== "pool_low");
  return (
    <>
      {alarms.length > 0 && <AlarmList alarms={alarms} zone={merchant.timeZone} now={now} />}
      <Section title={settlementMessages.sync.title} actions={<WatcherBadge health={watcher} />}>
        <WatcherCard health={watcher} network={network.name} zone={merchant.timeZone} now={now} />
      </Section>
    </>
  );
}

type WalletProps = { member: Member; wallet: Wallet | null; canSet: boolean; now: string };

function WalletPart({ member, wallet, canSet, now }: WalletProps) {
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const manages = can("settlement.manage") && canSet;
  const { empty } = walletMessages;
  const set = manages && (
    <ButtonLink href={pathTo(dashboard, "settlement", "wallet")} look={wallet ? "secondary" : "primary"}>
      {wallet ? walletMessages.change : walletMessages.set}
    </ButtonLink>
  );
  return (
    <Section title={walletMessages.title} description={walletMessages.description} actions={wallet && set}>
      {wallet ? (
        <WalletFacts wallet={wallet} zone={merchant.timeZone} now={now} />
      ) : (
        <EmptyState title={empty.title} action={set}>
          {`${empty.text} ${manages ? empty.canSet : empty.cannotSet}`}
        </EmptyState>
      )}
    </Section>
  );
}

function PoolPart({ member, wallet }: { member: Member; wallet: Wallet }) {
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const manages = can("settlement.manage");
  const { pool, kind, neverReuse } = wallet;
  const words = walletMessages.pool;
  return (
    <Section title={words.title} description={neverReuse ? words.describeNeverReused : words.description}>
      <div className="flex flex-col gap-6">
        <PoolNotes pool={pool} neverReuse={neverReuse} canChange={manages} />
        <PoolBar pool={pool} />
        {kind === "xpub" && <p className="text-14 text-ink-2">{words.derived}</p>}
        <div className="border-t pt-5">
          <NeverReuse dashboard={dashboard} neverReuse={neverReuse} kind={kind} canChange={manages} />
        </div>
      </div>
    </Section>
  );
}

import { Suspense } from "react";
import { CopyableAddress, TxHash } from "@/components/settlement/chain-text";
import { pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import { keptWalletBalance } from "@/lib/chain/nodes/wallet-balance";
import { getRefundWallet, type RefundWallet } from "@/lib/chain/wallets/get-refund-wallet";
import type { Member } from "@/lib/service/auth/member";
import { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import { listWalletTransfers, type WalletTransfer } from "@/lib/settlement/ledger/wallet-transfers";
import { DecideTransfer } from "./refund-wallet/decide-transfer";
import { RemoveRefundWallet } from "./refund-wallet/remove-wallet";
import { SetRefundWallet } from "./refund-wallet/set-wallet";

const { facts, empty, proposals, form } = refundWalletMessages;
const { action, title, text } = refundWalletMessages.remove;

/** The wallet that refunds are paid from after a sweep, and its transfers that someone has to decide about. */
export async function RefundWalletPart({ member, now }: { member: Member; now: string }) {
  const { ctx, merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const [wallet, transfers] = await Promise.all([getRefundWallet(ctx), listWalletTransfers(ctx)]);
  const manages = can("settlement.manage");
  const openRefunds = wallet?.openRefunds ?? 0;
  const set = manages && (
    <SetRefundWallet
      dashboard={dashboard}
      isSet={wallet !== null}
      openRefunds={openRefunds}
      label={wallet ? refundWalletMessages.change : refundWalletMessages.set}
      words={{ setTitle: form.setTitle, changeTitle: form.changeTitle, description: form.description }}
    />
  );
  return (
    <Section
      title={refundWalletMessages.title}
      description={refundWalletMessages.description}
      actions={
        wallet &&
        manages && (
          <>
            {set}
            <RemoveRefundWallet dashboard={dashboard} openRefunds={openRefunds} words={{ action, title, text }} />
          </>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {transfers.map((transfer) => (
          <Proposal key={transfer.id} member={member} transfer={transfer} now={now} />
        ))}
        {wallet ? (
          <Facts member={member} wallet={wallet} now={now} />
        ) : (
          <EmptyState title={empty.title} action={set}>
            {manages ? empty.text : `${empty.text} ${empty.cannotSet}`}
          </EmptyState>
        )}
      </div>
    </Section>
  );
}

function Facts({ member, wallet, now }: { member: Member; wallet: RefundWallet; now: string }) {
  return (
    <>
      <DetailList>
        <Detail name={facts.address}>
          <CopyableAddress address={wallet.address} name={facts.copyAddress} />
        </Detail>
        <Detail name={facts.balance}>
          <Suspense fallback={<span className="text-ink-2">{facts.reading}</span>}>
            <Balance member={member} wallet={wallet} />
          </Suspense>
        </Detail>
        <Detail name={facts.refunds}>{facts.refundCount(wallet.openRefunds)}</Detail>
        <Detail name={facts.setOn}>
          <Time iso={wallet.setAt.toISOString()} zone={member.merchant.timeZone} now={now} form="exact" />
          <span>{facts.by(wallet.setBy)}</span>
        </Detail>
      </DetailList>
      <p className="max-w-measure text-14 text-pretty text-ink-2">{refundWalletMessages.privacy}</p>
    </>
  );
}

async function Balance({ member: { ctx }, wallet }: { member: Member; wallet: RefundWallet }) {
  const { network } = ctx.settings;
  if (!network) return facts.unknown;
  const { usdtMicros, trxSun } = await keptWalletBalance(ctx, network, wallet.hex);
  if (usdtMicros === null && trxSun === null) return facts.unknown;
  const shown = (amount: bigint | null) => (amount === null ? facts.unknownPart : displayAmount(amount));
  return <span className="figures">{facts.holds(shown(usdtMicros), shown(trxSun))}</span>;
}

function Proposal({ member, transfer, now }: { member: Member; transfer: WalletTransfer; now: string }) {
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const { itemId, intentId } = transfer;
  const about = itemId
    ? { href: pathTo(dashboard, "settlement", "attention", itemId), label: proposals.item }
    : intentId && { href: pathTo(dashboard, "payments", intentId), label: proposals.payment };
  return (
    <Note tone="amber">
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <p className="text-16 font-semibold">{proposals.title}</p>
          <p className="max-w-measure text-pretty">{proposals.text}</p>
        </div>
        <DetailList>
          <Detail name={proposals.amount}>{`${displayAmount(transfer.amountMicros)} USDT`}</Detail>
          <Detail name={proposals.to}>
            <CopyableAddress address={transfer.to} name={proposals.copyTo} />
          </Detail>
          <Detail name={proposals.sent}>
            <Time iso={transfer.occurredAt.toISOString()} zone={merchant.timeZone} now={now} form="exact" />
          </Detail>
          <Detail name={proposals.transaction}>
            <TxHash network={transfer.network} txHash={transfer.txHash} />
          </Detail>
        </DetailList>
        <div className="flex flex-wrap items-start gap-3">
          {can("attention.manage") && (
            <DecideTransfer dashboard={dashboard} transferId={transfer.id} words={proposals} />
          )}
          {about && (
            <ButtonLink href={about.href} size="small">
              {about.label}
            </ButtonLink>
          )}
        </div>
      </div>
    </Note>
  );
}

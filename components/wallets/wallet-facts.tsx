import { CopyableAddress } from "@/components/settlement/chain-text";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { Time } from "@/components/ui/time";
import { formatCount } from "@/lib/base/values/intl";
import type { Wallet } from "@/lib/chain/wallets/get-wallet";
import { walletMessages } from "@/lib/service/messages/en/wallet";
import { CapacityText } from "./capacity-text";

type Props = { wallet: Wallet; zone: string; now: string };

const { facts } = walletMessages;

/** The wallet that is set, as much as is needed to recognise it. */
export function WalletFacts({ wallet, zone, now }: Props) {
  const { kind, xpub, first, pool, createdAt, setBy } = wallet;
  return (
    <DetailList>
      <Detail name={facts.kind}>
        {kind === "list" ? facts.list(pool.total, formatCount(pool.total)) : facts.xpubKind}
      </Detail>
      {pool.capacity && (
        <Detail name={facts.capacity}>
          <CapacityText capacity={pool.capacity} />
        </Detail>
      )}
      {xpub && (
        <Detail name={facts.xpub}>
          <code translate="no" className="figures">
            {xpub}
          </code>
        </Detail>
      )}
      <Detail name={kind === "xpub" ? facts.first : first.length === 1 ? facts.one : facts.some}>
        <ol className="flex flex-col">
          {first.map(({ index, address }) => (
            <li key={address} className="flex min-h-11 min-w-0 items-center gap-x-3 pointer-fine:min-h-9">
              {kind === "xpub" && (
                <span aria-hidden="true" className="figures w-5 shrink-0 text-12 text-ink-2">
                  {`#${index}`}
                </span>
              )}
              <CopyableAddress address={address} name={facts.copyAddress(kind === "xpub" ? index : index + 1)} />
            </li>
          ))}
        </ol>
      </Detail>
      <Detail name={facts.setOn}>
        <Time iso={createdAt.toISOString()} zone={zone} now={now} form="exact" />
        {setBy && <span className="text-ink-2">{facts.by(setBy)}</span>}
      </Detail>
      {pool.retired > 0 && (
        <Detail name={facts.previous}>{facts.retired(pool.retired, formatCount(pool.retired))}</Detail>
      )}
    </DetailList>
  );
}

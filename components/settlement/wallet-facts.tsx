import { CapacityText } from "@/components/settlement/capacity-text";
import { CopyableAddress } from "@/components/settlement/chain-text";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { Time } from "@/components/ui/time";
import { formatCount } from "@/lib/intl";
import type { Wallet } from "@/lib/settlement/get-wallet";

type Props = { wallet: Wallet; zone: string; now: string };

/** The wallet that is set, as much as is needed to know it again. */
export function WalletFacts({ wallet, zone, now }: Props) {
  const { kind, xpub, first, pool, createdAt, setBy } = wallet;
  return (
    <DetailList>
      <Detail name="Kind">
        {kind === "list" ? `A list of ${countWords(pool.total)}` : "Public key of an account, without end"}
      </Detail>
      {pool.capacity && (
        <Detail name="Capacity">
          <CapacityText capacity={pool.capacity} />
        </Detail>
      )}
      {xpub && (
        <Detail name="Public key">
          <code className="figures">{xpub}</code>
        </Detail>
      )}
      <Detail name={kind === "xpub" ? "First addresses" : first.length === 1 ? "Address" : "Some of them"}>
        <ol className="flex flex-col">
          {first.map(({ index, address }) => (
            <li key={address} className="flex min-h-11 min-w-0 items-center gap-x-3 pointer-fine:min-h-9">
              {kind === "xpub" && (
                <span aria-hidden="true" className="figures w-5 shrink-0 text-12 text-ink-2">
                  #{index}
                </span>
              )}
              <CopyableAddress address={address} name={`address ${kind === "xpub" ? index : index + 1}`} />
            </li>
          ))}
        </ol>
      </Detail>
      <Detail name="Set">
        <Time iso={createdAt.toISOString()} zone={zone} now={now} />
        {setBy && <span className="text-ink-2"> by {setBy}</span>}
      </Detail>
      {pool.retired > 0 && (
        <Detail name="Earlier wallet">
          {countWords(pool.retired)} no longer given out, and watched for 30 days after the change or the last payment
        </Detail>
      )}
    </DetailList>
  );
}

function countWords(count: number): string {
  return count === 1 ? "1 address" : `${formatCount(count)} addresses`;
}

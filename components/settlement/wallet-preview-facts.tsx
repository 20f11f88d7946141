import { CapacityText } from "@/components/settlement/capacity-text";
import { WholeAddress } from "@/components/settlement/chain-text";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { formatCount } from "@/lib/intl";
import type { WalletPreview } from "@/lib/settlement/preview-wallet";

/** What was read, and what becomes of the wallet before. The end of the first address is left to the reader's own wallet. */
export function WalletPreviewFacts({ preview, changes }: { preview: WalletPreview; changes: boolean }) {
  const { kind, count, capacity, first, keeps, retires } = preview;
  return (
    <DetailList>
      <Detail name="Read as">
        {kind === "list" ? `A list of ${addresses(count ?? 0)}` : "Public key of an account, without end"}
      </Detail>
      {capacity && (
        <Detail name="Capacity">
          <CapacityText capacity={capacity} />
        </Detail>
      )}
      <Detail name={first.length === 1 ? "Address" : "First addresses"}>
        <ol className="flex flex-col gap-1.5">
          {first.map(({ index, address }, place) => (
            <li key={address} className="flex min-w-0 items-baseline gap-x-3">
              <span aria-hidden="true" className="figures w-5 shrink-0 text-12 text-ink-2">
                {kind === "xpub" ? `#${index}` : index + 1}
              </span>
              {place === 0 ? <HiddenEnd address={address} /> : <WholeAddress address={address} />}
            </li>
          ))}
        </ol>
      </Detail>
      {changes && !preview.isCurrent && (
        <Detail name="The wallet before">
          {keeps > 0 && `${addresses(keeps)} of it stay in use. `}
          {retires === 0
            ? "None of its addresses is given up."
            : `${addresses(retires)} are given to no new payment. What still arrives there is recorded for 30 days after the change or the last payment.`}
        </Detail>
      )}
    </DetailList>
  );
}

function HiddenEnd({ address }: { address: string }) {
  return (
    <code className="figures text-14 wrap-anywhere text-ink-2">
      <span className="font-medium text-ink">{address.slice(0, 6)}</span>
      {address.slice(6, -6)}
      <span aria-hidden="true" className="font-medium text-ink">
        ······
      </span>
      <span className="sr-only">, its last six characters are left out</span>
    </code>
  );
}

function addresses(count: number): string {
  return count === 1 ? "1 address" : `${formatCount(count)} addresses`;
}

import { WholeAddress } from "@/components/settlement/chain-text";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { formatCount } from "@/lib/base/values/intl";
import type { WalletPreview } from "@/lib/chain/wallets/preview-wallet";
import { walletMessages, walletSteps } from "@/lib/service/messages/en/wallet";
import { CapacityText } from "./capacity-text";

const { facts } = walletMessages;
const { preview: words } = walletSteps;

/**
 * What was detected, and what happens to the previous wallet. The first address is cut, so that its end is read in the
 * wallet.
 */
export function WalletPreviewFacts({ preview, changes }: { preview: WalletPreview; changes: boolean }) {
  const { kind, count, capacity, first, keeps, retires } = preview;
  return (
    <DetailList>
      <Detail name={words.kind}>
        {kind === "list" ? facts.list(count ?? 0, formatCount(count ?? 0)) : facts.xpubKind}
      </Detail>
      {capacity && (
        <Detail name={facts.capacity}>
          <CapacityText capacity={capacity} />
        </Detail>
      )}
      <Detail name={first.length === 1 ? facts.one : facts.first}>
        <ol className="flex flex-col gap-1.5">
          {first.map(({ index, address }, at) => (
            <li key={address} className="flex min-w-0 items-baseline gap-x-3">
              <span aria-hidden="true" className="figures w-5 shrink-0 text-12 text-ink-2">
                {kind === "xpub" ? `#${index}` : index + 1}
              </span>
              {at === 0 ? <HiddenEnd address={address} /> : <WholeAddress address={address} />}
            </li>
          ))}
        </ol>
      </Detail>
      {preview.unused && <Unused {...preview.unused} />}
      {changes && !preview.isCurrent && (
        <Detail name={words.previous}>
          {keeps > 0 && <span>{words.keeps(keeps, formatCount(keeps))}</span>}
          <span>{retires === 0 ? words.retiresNone : words.retires(retires, formatCount(retires))}</span>
        </Detail>
      )}
    </DetailList>
  );
}

function Unused({ lines, count }: NonNullable<WalletPreview["unused"]>) {
  const more = count - lines.length;
  return (
    <Detail name={words.unused}>
      <ul className="flex flex-col gap-1.5 wrap-anywhere">
        {lines.map(({ line, text }) => (
          <li key={line}>{words.unusedLine(line, text)}</li>
        ))}
        {more > 0 && <li>{words.unusedMore(more, formatCount(more))}</li>}
      </ul>
    </Detail>
  );
}

function HiddenEnd({ address }: { address: string }) {
  return (
    <code translate="no" className="figures text-14 wrap-anywhere text-ink-2">
      <span className="font-medium text-ink">{address.slice(0, 6)}</span>
      <span>{address.slice(6, -6)}</span>
      <span aria-hidden="true" className="font-medium text-ink">
        ······
      </span>
      <span className="sr-only">{words.hiddenEnd}</span>
    </code>
  );
}

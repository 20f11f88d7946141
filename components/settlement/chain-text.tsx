import { CopyButton } from "@/components/ui/copy-button";
import { explorerUrl } from "@/lib/base/tron/explorer";
import { settlementMessages } from "@/lib/service/messages/en/settlement";

/** A full address with its first and last six characters marked, since people compare those. */
export function WholeAddress({ address }: { address: string }) {
  return (
    <code translate="no" className="figures text-14 wrap-anywhere text-ink-2">
      <span className="font-medium text-ink">{address.slice(0, 6)}</span>
      <span>{address.slice(6, -6)}</span>
      <wbr />
      <span className="font-medium whitespace-nowrap text-ink">{address.slice(-6)}</span>
    </code>
  );
}

/** A full address, with a button that copies it. `name` ends the sentence "Copy …". */
export function CopyableAddress({ address, name }: { address: string; name: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-x-1">
      <WholeAddress address={address} />
      <CopyButton text={address} name={name} />
    </span>
  );
}

/** `TUEZSd…xGWYdH`: the full address on hover and for copying. */
export function ShortAddress({ address, name }: { address: string; name: string }) {
  return (
    <span className="-mx-2 inline-flex">
      <CopyButton text={address} name={name}>
        <span translate="no" className="figures text-14">
          {shortAddress(address)}
        </span>
      </CopyButton>
    </span>
  );
}

function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-6)}`;
}

/** A transaction hash, shortened and copied in full, with a link to the explorer where the network has one. */
export function TxHash({ network, txHash }: { network: string; txHash: string }) {
  const hash = txHash.replace(/^0x/, "");
  const url = explorerUrl(network, txHash);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="-mx-2 inline-flex">
        <CopyButton text={hash} name={settlementMessages.transaction.hash}>
          <span translate="no" className="figures text-14">{`${hash.slice(0, 6)}…${hash.slice(-6)}`}</span>
        </CopyButton>
      </span>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-verdigris underline decoration-1 underline-offset-4 hover:decoration-2 pointer-fine:min-h-9"
        >
          {settlementMessages.transaction.view}
        </a>
      )}
    </span>
  );
}

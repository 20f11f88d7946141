import { CopyableAddress } from "@/components/settlement/chain-text";
import { pathTo, type Scope } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { TextLink } from "@/components/ui/text-link";
import { WarningMark } from "@/components/ui/warning-mark";
import type { PaymentChain } from "@/lib/intents/payment-chain";
import { CONFIRMATIONS_REQUIRED, confirmationLabel } from "@/lib/intents/progress";
import { attentionKinds, attentionResolutions } from "@/lib/messages/en/attention";
import { paymentsMessages } from "@/lib/messages/en/payments";
import { displayAmount } from "@/lib/money";

const words = paymentsMessages.chain;

type Props = { chain: PaymentChain; scope: Scope; canLook: boolean };

/** A live payment on the chain: its receive address, unconfirmed transfers, and what needs a decision. */
export function PaymentChainCard({ chain, scope, canLook }: Props) {
  const { receiveAddress, sightings, items, toleranceMicros } = chain;
  return (
    <section aria-label={words.label} className="flex min-w-0 flex-col gap-5 text-14">
      {sightings.map((sighting) => (
        <Confirming key={sighting.id} {...sighting} />
      ))}
      {items.length > 0 && (
        <ul className="flex flex-col gap-2">
          {items.map(({ id, kind, amountMicros, resolution }) => (
            <li key={id} className="flex gap-3 rounded-till bg-amber-wash px-4 py-3">
              <WarningMark className="mt-0.5 size-4 text-amber-ink" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                {canLook ? (
                  <TextLink href={pathTo(scope, "settlement", "attention", id)}>{attentionKinds[kind].short}</TextLink>
                ) : (
                  attentionKinds[kind].short
                )}
                <Amount value={displayAmount(amountMicros)} />
                <span className="basis-full text-ink-2">
                  {resolution ? attentionResolutions[resolution] : words.decide}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {receiveAddress && (
        <div className="flex flex-col gap-1">
          <p className="text-ink-2">{words.address}</p>
          <CopyableAddress address={receiveAddress} name={words.copyAddress} />
        </div>
      )}
      {toleranceMicros > 0n && (
        <p className="text-ink-2">
          {words.tolerance} <Amount value={displayAmount(toleranceMicros)} />
        </p>
      )}
    </section>
  );
}

function Confirming({ amountMicros, confirmations }: PaymentChain["sightings"][number]) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <Amount value={displayAmount(amountMicros)} className="font-medium" /> {words.detected}
        </span>
        <span className="figures text-ink-2">{confirmationLabel(confirmations)}</span>
      </p>
      <progress
        value={confirmations}
        max={CONFIRMATIONS_REQUIRED}
        aria-label={words.confirmations}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-ink/10 [&::-moz-progress-bar]:bg-amber [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-amber"
      />
    </div>
  );
}

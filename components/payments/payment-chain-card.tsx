import { CopyableAddress } from "@/components/settlement/chain-text";
import { Amount } from "@/components/ui/amount";
import { Note } from "@/components/ui/note";
import { displayAmount } from "@/lib/base/values/money";
import { CONFIRMATIONS_REQUIRED, confirmationLabel } from "@/lib/payments/page/progress";
import type { PaymentChain } from "@/lib/payments/timeline/payment-chain";
import { paymentMessages } from "@/lib/service/messages/en/payment";

const words = paymentMessages.chain;

/** A live payment on the chain: its unconfirmed transfers and its receive address. */
export function PaymentChainCard({ chain }: { chain: PaymentChain }) {
  const { receiveAddress, sightings, toleranceMicros, differs } = chain;
  return (
    <section aria-label={words.label} className="flex min-w-0 flex-col gap-5 text-14">
      {sightings.map((sighting) => (
        <Confirming key={sighting.id} {...sighting} />
      ))}
      {differs && <Note tone="amber">{words.differs}</Note>}
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

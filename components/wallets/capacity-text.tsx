import { type Capacity, capacityText } from "@/lib/chain/wallets/capacity";
import { walletMessages } from "@/lib/service/messages/en/wallet";

/** How many payments a list of addresses carries, and what happens beyond that. */
export function CapacityText({ capacity }: { capacity: Capacity }) {
  return (
    <>
      <span>{`${capacityText(capacity)}. `}</span>
      <span className="text-ink-2">{walletMessages.facts.beyondCapacity}</span>
    </>
  );
}

import { ShortAddress } from "@/components/settlement/chain-text";
import type { Scope } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { Section } from "@/components/ui/section";
import { displayAmount } from "@/lib/base/values/money";
import { fundsMessages } from "@/lib/service/messages/en/funds";
import type { DifferingAddress } from "@/lib/settlement/ledger/accept-balance";
import { AcceptBalance } from "./accept-balance";

type Props = { scope: Scope; addresses: DifferingAddress[]; canAccept: boolean };

const words = fundsMessages.check;

/** Addresses that no payment gets until their balance is accounted for. */
export function DifferingAddresses({ scope, addresses, canAccept }: Props) {
  return (
    <Section title={words.title} description={words.description}>
      <ul className="flex flex-col gap-2">
        {addresses.map((one) => (
          <li key={one.address} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <ShortAddress address={one.address} name={fundsMessages.table.copyAddress} />
            <Figures {...one} />
            {canAccept && (
              <AcceptBalance
                scope={scope}
                address={one.address}
                shown={{ balanceMicros: String(one.balanceMicros), ledgerMicros: String(one.ledgerMicros) }}
              >
                <Figures {...one} />
              </AcceptBalance>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Figures({ balanceMicros, ledgerMicros }: DifferingAddress) {
  return (
    <span className="text-14">
      <Amount value={displayAmount(balanceMicros)} /> {words.onChain} <Amount value={displayAmount(ledgerMicros)} />{" "}
      {words.recorded}
    </span>
  );
}

import { ShortAddress } from "@/components/settlement/chain-text";
import type { DashboardParams } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { Section } from "@/components/ui/section";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { fundsMessages } from "@/lib/service/messages/en/funds";
import type { DifferingAddress } from "@/lib/settlement/ledger/accept-balance";
import { AcceptBalance } from "./accept-balance";

type Props = {
  dashboard: DashboardParams;
  addresses: DifferingAddress[];
  /** how many more there are */
  more: number;
  canAccept: boolean;
};

const words = fundsMessages.check;

/** Addresses that no payment gets until their balance is accounted for. */
export function DifferingAddresses({ dashboard, addresses, more, canAccept }: Props) {
  return (
    <Section title={words.title} description={words.description}>
      <ul aria-label={words.title} className="flex max-h-96 flex-col divide-y overflow-y-auto border-y">
        {addresses.map((one) => (
          <li key={one.address} className="flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <ShortAddress address={one.address} name={fundsMessages.table.copyAddress} />
            <Figures {...one} />
            {canAccept && (
              <AcceptBalance
                dashboard={dashboard}
                address={one.address}
                shown={{ balanceMicros: String(one.balanceMicros), ledgerMicros: String(one.ledgerMicros) }}
              >
                <Figures {...one} />
              </AcceptBalance>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-14 text-ink-2">{words.more(more, formatCount(more))}</p>}
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

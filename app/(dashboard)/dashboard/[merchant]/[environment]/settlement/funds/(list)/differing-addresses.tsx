import { AcceptBalance } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/funds/(list)/accept-balance";
import { ShortAddress } from "@/components/settlement/chain-text";
import type { Place } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { Section } from "@/components/ui/section";
import { displayAmount } from "@/lib/money";
import type { DifferingAddress } from "@/lib/settlement/accept-balance";

type Props = { scope: Place; addresses: DifferingAddress[]; canAccept: boolean };

/** Addresses that no payment gets until somebody has settled what they hold. */
export function DifferingAddresses({ scope, addresses, canAccept }: Props) {
  return (
    <Section
      title="Addresses to check"
      description="These hold a different balance than the books say, so no payment uses them. Attach the missing transaction under Needs attention, or accept the balance."
    >
      <ul className="flex flex-col gap-2">
        {addresses.map(({ address, balanceMicros, ledgerMicros }) => (
          <li key={address} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <ShortAddress address={address} name="the address" />
            <span className="text-14">
              <Amount value={displayAmount(balanceMicros)} /> on the chain,{" "}
              <Amount value={displayAmount(ledgerMicros)} /> in the books
            </span>
            {canAccept && <AcceptBalance scope={scope} address={address} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

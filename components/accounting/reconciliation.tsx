import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { tronFromHex } from "@/lib/base/tron/address";
import { displayAmount } from "@/lib/base/values/money";
import { accountingMessages } from "@/lib/service/messages/en/accounting";
import type { AddressCheck, Reconciliation as Checked } from "@/lib/settlement/books/reconciliation";

const messages = accountingMessages.reconciliation;
const MOST_SHOWN = 20;

/** Whether the lines agree with reports, Funds and the chain, with each figure. */
export function Reconciliation({ checked }: { checked: Checked }) {
  const { sales, addresses, agrees, isPending } = checked;
  return (
    <Section title={messages.title} description={addresses ? messages.description : messages.ofSales}>
      <div className="flex flex-col gap-5">
        <StatusBadge status={agrees ? "healthy" : "attention"} words={agrees ? messages.agrees : messages.differs} />
        {isPending && <Note>{messages.pending}</Note>}
        <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
          <div>
            <h3 className="pb-2 text-14 font-medium">{messages.sales}</h3>
            <Ledger>
              <Line name={messages.saleLines} micros={sales.linesMicros} />
              <Line name={messages.short} micros={sales.shortMicros} />
              <Line name={messages.takings} micros={sales.takingsMicros} />
              <Line name={messages.difference} micros={sales.differenceMicros} strong />
            </Ledger>
          </div>
          {addresses && (
            <div>
              <h3 className="pb-2 text-14 font-medium">{messages.balances}</h3>
              <Ledger>
                <Line name={messages.addressLines} micros={addresses.linesMicros} />
                <Line name={messages.funds} micros={addresses.fundsMicros} />
                {addresses.chainMicros === null ? (
                  <LedgerLine name={messages.chain}>{messages.unread(addresses.unread)}</LedgerLine>
                ) : (
                  <Line name={messages.chain} micros={addresses.chainMicros} />
                )}
              </Ledger>
            </div>
          )}
        </div>
        {addresses && addresses.differ.length > 0 && <Differing addresses={addresses.differ} />}
      </div>
    </Section>
  );
}

function Line({ name, micros, strong = false }: { name: string; micros: bigint; strong?: boolean }) {
  return (
    <LedgerLine name={name} strong={strong}>
      <Amount value={displayAmount(micros)} />
    </LedgerLine>
  );
}

function Differing({ addresses }: { addresses: AddressCheck[] }) {
  const rest = addresses.length - MOST_SHOWN;
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-14 font-medium">{messages.differing(addresses.length)}</h3>
      <ul className="flex flex-col divide-y border-y">
        {addresses.slice(0, MOST_SHOWN).map(({ address, linesMicros, fundsMicros, chainMicros }) => (
          <li key={address} className="flex flex-col gap-2 py-3">
            <span translate="no" className="figures text-14 wrap-anywhere">
              {tronFromHex(address)}
            </span>
            <Ledger>
              <Line name={messages.addressLines} micros={linesMicros} />
              <Line name={messages.funds} micros={fundsMicros} />
              {chainMicros !== null && <Line name={messages.chain} micros={chainMicros} />}
            </Ledger>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-14 text-ink-2">{messages.more(rest)}</p>}
    </div>
  );
}

import { CopyableAddress } from "@/components/settlement/chain-text";
import { type Place, pathTo } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { StatusBadge } from "@/components/ui/status-badge";
import { TextLink } from "@/components/ui/text-link";
import { displayAmount } from "@/lib/money";
import type { Attached } from "@/lib/settlement/attach-transfer";

/** What a look at the chain found of a transaction, in plain words. */
export function AttachAnswer({ answer, place }: { answer: Attached; place: Place }) {
  const { found, message, transfers } = answer;
  return (
    <div role="status" className="flex min-w-0 flex-col gap-3 text-14">
      <StatusBadge {...BADGES[found]} />
      <p className="max-w-measure text-pretty">{message}</p>
      {transfers.length > 0 && (
        <ul className="flex flex-col divide-y border-y">
          {transfers.map(({ amountMicros, to, intentId }) => (
            <li
              key={`${to} ${amountMicros}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <CopyableAddress address={to} name="the address it went to" />
              <span className="flex items-center gap-4">
                <Amount value={displayAmount(amountMicros)} />
                {intentId && <TextLink href={pathTo(place, "payments", intentId)}>Open the payment</TextLink>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const BADGES: Record<Attached["found"], Parameters<typeof StatusBadge>[0]> = {
  recorded: { status: "paid", words: "Entered in the books" },
  known: { status: "paid", words: "In the books already" },
  not_final: { status: "waiting", words: "Not final yet" },
  failed: { status: "failed", words: "It failed" },
  other_token: { status: "failed", words: "Not USDT" },
  not_yours: { status: "failed", words: "Not to you" },
  disputed: { status: "attention", words: "Unconfirmed" },
  unknown: { status: "failed", words: "Unknown on the chain" },
};

import { CopyableAddress } from "@/components/settlement/chain-text";
import { Note } from "@/components/ui/note";
import { displayAmount } from "@/lib/base/values/money";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { CostEstimate, ShortSender } from "@/lib/settlement/funds/estimate-cost";

const words = signingMessages.cost;
const CENT_OF_A_TRX = 10_000;

type Props = {
  estimate: CostEstimate;
  /** what can be said of the fee where no node says more */
  assumed?: string;
};

/**
 * Before transfers are signed: what they cost in TRX, which addresses lack it, how much to send there, and who is
 * frozen.
 */
export function TransferCost({ estimate, assumed = signingMessages.fee }: Props) {
  const { cost, transfers, frozen, isFreezeKnown } = estimate;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-14">
      {frozen.length > 0 && (
        <Note tone="brick">
          <p>{words.frozen}</p>
          <ul className="flex flex-col">
            {frozen.map((address) => (
              <li key={address}>
                <CopyableAddress address={address} name={words.copyFrozen} />
              </li>
            ))}
          </ul>
        </Note>
      )}
      {cost ? (
        <Cost cost={cost} transfers={transfers} />
      ) : (
        <p className="max-w-measure text-pretty text-ink-2">{`${words.unknown} ${assumed}`}</p>
      )}
      {!isFreezeKnown && <p className="max-w-measure text-pretty text-ink-2">{words.freezeUnknown}</p>}
    </div>
  );
}

type CostProps = { cost: NonNullable<CostEstimate["cost"]>; transfers: number };

function Cost({ cost: { sun, short, senders, unread }, transfers }: CostProps) {
  const sentences = [
    sun === 0 ? words.free(transfers) : words.costs(transfers, formatTrx(sun)),
    short.length === 0 && unread === 0 && sun > 0 && words.enough(senders),
    unread > 0 && words.unread(unread),
  ];
  return (
    <>
      <p className="max-w-measure text-pretty">{sentences.filter(Boolean).join(" ")}</p>
      {short.length > 0 && (
        <Note tone="amber">
          <p>
            <strong className="font-semibold">{words.short(short.length, senders)}</strong>
            <span>{` ${words.before}`}</span>
          </p>
          <ul aria-label={words.shortList} className="mt-2 flex max-h-80 flex-col gap-2 overflow-y-auto">
            {short.map((one) => (
              <li key={one.address} className="flex min-w-0 flex-col">
                <CopyableAddress address={one.address} name={words.copyShort} />
                <span>{adviceFor(one)}</span>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}

function adviceFor({ topUpSun, sun, hasAccount, activationSun }: ShortSender): string {
  if (hasAccount) return words.topUp(formatWhole(topUpSun), displayAmount(BigInt(sun)));
  return words.activate(formatWhole(topUpSun), displayAmount(BigInt(activationSun)).replace(/0$/, ""));
}

/** Up to the next hundredth, as it is about what is needed. */
export function formatTrx(sun: number): string {
  return displayAmount(BigInt(Math.ceil(sun / CENT_OF_A_TRX) * CENT_OF_A_TRX));
}

/** `8000000` → `"8"`: what to send is in whole TRX. */
function formatWhole(sun: number): string {
  return displayAmount(BigInt(sun)).replace(/\.00$/, "");
}

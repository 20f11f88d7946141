import type { ReactNode } from "react";
import { Note } from "@/components/ui/note";
import { differenceBps } from "@/lib/payments/prices/rate";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { exampleLine, examplePrice, formatBps, perUnitLine, perUsdtLine } from "./rate-text";

const { held: words } = currenciesMessages;

type Props = {
  currency: string;
  /** the last rate within the band */
  last: string | null;
  held: string;
  spreadBps: number;
  /** the button that accepts it, for who may */
  action?: ReactNode;
};

/** A rate beyond the band, beside the last one, until a member accepts it. */
export function HeldRate({ currency, last, held, spreadBps, action }: Props) {
  return (
    <Note tone="amber">
      <div className="flex flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h2 className="font-semibold">{words.title(currency)}</h2>
          <p className="text-pretty">
            {`${last === null ? words.first : words.differs(formatBps(differenceBps(held, last)))} ${action ? words.yours : words.theirs}`}
          </p>
        </div>
        <HeldComparison currency={currency} last={last} held={held} spreadBps={spreadBps} />
        {action && <div>{action}</div>}
      </div>
    </Note>
  );
}

/** The last rate and the held one, each with the same price. */
export function HeldComparison({ currency, last, held, spreadBps }: Omit<Props, "action">) {
  const price = examplePrice(currency, last ?? held);
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {last !== null && (
        <HeldSide name={words.before} currency={currency} rate={last}>
          {exampleLine({ currency, rate: last, spreadBps }, price)}
        </HeldSide>
      )}
      <HeldSide name={words.after} currency={currency} rate={held}>
        {exampleLine({ currency, rate: held, spreadBps }, price)}
      </HeldSide>
    </dl>
  );
}

type SideProps = { name: string; currency: string; rate: string; children: ReactNode };

function HeldSide({ name, currency, rate, children }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-ink-2">{name}</dt>
      <dd translate="no" className="flex flex-col figures wrap-anywhere">
        <span>{perUnitLine(currency, rate)}</span>
        <span>{perUsdtLine(currency, rate)}</span>
        <span className="font-medium">{children}</span>
      </dd>
    </div>
  );
}

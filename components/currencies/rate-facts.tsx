import { Detail, DetailList } from "@/components/ui/detail-list";
import { Time } from "@/components/ui/time";
import type { ListedRate } from "@/lib/payments/prices/list-rates";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { BothWays } from "./rate-columns";
import { rateFrom } from "./rate-state";
import { formatBps } from "./rate-text";

const { failures, rate: words, sources } = currenciesMessages;

type Props = { rate: ListedRate; zone: string; now: string };

/** Everything about the rate of one currency. */
export function RateFacts({ rate, zone, now }: Props) {
  const { currency, source, inForce, spreadBps, url, manual } = rate;
  const from = rateFrom(rate);
  const last = inForce ? null : (url?.fetched ?? manual);
  const failure = url?.failure;
  const exact = (at: Date) => <Time iso={at.toISOString()} zone={zone} now={now} form="exact" />;
  return (
    <DetailList>
      <Detail name={words.perUnit}>
        <BothWays currency={currency} rate={inForce?.rate ?? null} />
      </Detail>
      {last && (
        <Detail name={words.last}>
          <BothWays currency={currency} rate={last.rate} />
          <span className="text-ink-2">
            {words.tooOld} {exact(last.until)}
          </span>
        </Detail>
      )}
      <Detail name={words.source}>{source === "par" ? `${sources.par}. ${words.par}` : sources[source]}</Detail>
      <Detail name={words.spread}>{spreadBps === 0 ? words.noSpread : formatBps(spreadBps)}</Detail>
      {from && <Detail name={words.from}>{exact(from)}</Detail>}
      {inForce && <Detail name={words.until}>{inForce.until ? exact(inForce.until) : words.ageless}</Detail>}
      {url && <UrlFacts {...url} />}
      {url && (
        <Detail name={words.fallback}>
          {manual ? <BothWays currency={currency} rate={manual.rate} /> : words.noFallback}
        </Detail>
      )}
      {failure && (
        <Detail name={words.lastFailure}>
          <span>{`${failures[failure.reason]} `}</span>
          <span className="text-ink-2">{exact(failure.at)}</span>
        </Detail>
      )}
      <Detail name={words.changed}>
        <span>{exact(rate.updatedAt)}</span>
        {rate.updatedBy && <span className="text-ink-2">{` · ${rate.updatedBy}`}</span>}
      </Detail>
    </DetailList>
  );
}

function UrlFacts({ url, pointer, timePointer, bandBps }: NonNullable<ListedRate["url"]>) {
  return (
    <>
      <Detail name={words.url}>
        <span translate="no" className="figures">
          {url}
        </span>
      </Detail>
      <Detail name={words.pointer}>
        <span translate="no" className="figures">
          {pointer}
        </span>
      </Detail>
      {timePointer !== null && (
        <Detail name={words.timePointer}>
          <span translate="no" className="figures">
            {timePointer}
          </span>
        </Detail>
      )}
      <Detail name={words.band}>{words.moreThan(formatBps(bandBps))}</Detail>
    </>
  );
}

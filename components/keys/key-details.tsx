import { Detail, DetailList } from "@/components/ui/detail-list";
import { Money } from "@/components/ui/money";
import { Time } from "@/components/ui/time";
import { formatRange } from "@/lib/base/values/format-range";
import { displayAmount } from "@/lib/base/values/money";
import type { RestrictedKeyRow } from "@/lib/business/keys/list-restricted";
import { keysMessages } from "@/lib/service/messages/en/keys";
import { LastDay } from "./last-day";

const { detail } = keysMessages;

type Props = { item: RestrictedKeyRow; prefix: string; zone: string; now: string };

/** What a restricted key may do, from where and until when, and who made it. */
export function KeyDetails({ item, prefix, zone, now }: Props) {
  const { last4, terminal, ipRanges, refundLimitMicros, state, madeBy, makerRole, createdAt } = item;
  return (
    <DetailList>
      <Detail name={detail.key}>
        <code translate="no" className="figures">
          <span>{prefix}</span>
          <span aria-hidden="true">····</span>
          <span className="sr-only"> {detail.endingIn} </span>
          <span>{last4}</span>
        </code>
      </Detail>
      <Detail name={detail.scopes}>
        <Scopes item={item} />
      </Detail>
      {refundLimitMicros !== null && (
        <Detail name={detail.refundLimit}>
          <Money value={displayAmount(refundLimitMicros)} />
        </Detail>
      )}
      <Detail name={detail.terminals}>{terminal?.name ?? keysMessages.allTerminals}</Detail>
      <Detail name={detail.addresses}>
        {ipRanges.length === 0 ? (
          keysMessages.anyAddress
        ) : (
          <span translate="no" className="figures">
            {ipRanges.map(formatRange).join(", ")}
          </span>
        )}
      </Detail>
      <Detail name={detail.lastUsed}>
        <LastUse item={item} zone={zone} now={now} />
      </Detail>
      <Detail name={state === "ended" ? detail.ended : detail.ends}>
        <End item={item} zone={zone} now={now} />
      </Detail>
      <Detail name={detail.madeBy}>
        <span>{madeBy}</span>
        {makerRole === null && <span className="text-ink-2">{` (${detail.left})`}</span>}
      </Detail>
      <Detail name={detail.created}>
        <Time iso={createdAt.toISOString()} zone={zone} now={now} form="exact" />
      </Detail>
    </DetailList>
  );
}

function Scopes({ item: { scopes, missing } }: Pick<Props, "item">) {
  return (
    <ul className="flex flex-col gap-2">
      {scopes.map((scope) => (
        <li key={scope} className="flex flex-col">
          <span>
            <code translate="no" className="figures">
              {scope}
            </code>
            {missing.includes(scope) && <span className="text-amber-ink">{` · ${detail.notAllowed}`}</span>}
          </span>
          <span className="text-pretty text-ink-2">{keysMessages.scopes[scope]}</span>
        </li>
      ))}
    </ul>
  );
}

function End({ item: { endsAt, state }, zone, now }: Omit<Props, "prefix">) {
  if (endsAt === null) return keysMessages.noEnd;
  if (state === "ended") return <Time iso={endsAt.toISOString()} zone={zone} now={now} form="exact" />;
  return <LastDay endsAt={endsAt} zone={zone} now={now} />;
}

function LastUse({ item: { lastUsedAt, lastUsedAddress }, zone, now }: Omit<Props, "prefix">) {
  if (!lastUsedAt) return keysMessages.neverUsed;
  return (
    <>
      <Time iso={lastUsedAt.toISOString()} zone={zone} now={now} form="exact" />
      {lastUsedAddress && (
        <span>
          {", "}
          {keysMessages.from}{" "}
          <span translate="no" className="figures">
            {lastUsedAddress}
          </span>
        </span>
      )}
    </>
  );
}

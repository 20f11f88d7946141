import { Detail, DetailList } from "@/components/ui/detail-list";
import { Stat, Stats } from "@/components/ui/stat";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { formatCount } from "@/lib/base/values/intl";
import type { WatcherHealth } from "@/lib/chain/nodes/health";
import { settlementMessages } from "@/lib/service/messages/en/settlement";

const { sync } = settlementMessages;

/** Whether blockchain sync runs, as a word and a mark. */
export function WatcherBadge({ health }: { health: WatcherHealth }) {
  if (health.isHealthy) return <StatusBadge status="healthy" words={sync.badge.running} />;
  if (health.reason === "never_ran") return <StatusBadge status="waiting" words={sync.badge.notStarted} />;
  if (health.reason === "clock_skew") return <StatusBadge status="failing" words={sync.badge.clocksDiffer} />;
  return <StatusBadge status="failing" words={health.reason === "fork" ? sync.badge.stopped : sync.badge.notRunning} />;
}

type Props = { health: WatcherHealth; network: string; zone: string; now: string };

/** How far sync is behind the chain, when it last ran, and with which node. */
export function WatcherCard({ health, network, zone, now }: Props) {
  const { cursor, lagSeconds, isHealthy, reasonText } = health;
  return (
    <div className="flex flex-col gap-5">
      {!isHealthy && (
        <p className="max-w-measure text-14 text-pretty">
          {`${reasonText ?? ""} ${health.reason === "clock_skew" ? sync.meanwhile.clockSkew : sync.meanwhile.other}`}
        </p>
      )}
      {cursor && (
        <>
          <Stats>
            <Stat
              label={sync.lag.label}
              value={formatSpan(lagSeconds ?? 0).value}
              unit={formatSpan(lagSeconds ?? 0).unit}
              hint={sync.lag.hint}
            />
            <Stat
              label={sync.lastSync.label}
              value={formatSpan(secondsBetween(cursor.passedAt, now)).value}
              unit={sync.lastSync.unit(formatSpan(secondsBetween(cursor.passedAt, now)).unit)}
              hint={<Time iso={cursor.passedAt.toISOString()} zone={zone} now={now} />}
            />
            <Stat
              label={sync.lastBlock.label}
              value={<span className="text-20">{formatCount(cursor.blockNumber)}</span>}
              hint={sync.lastBlock.hint(formatCount(cursor.headNumber))}
            />
          </Stats>
          <DetailList>
            <Detail name={sync.network}>{network}</Detail>
            <Detail name={sync.node}>
              <code translate="no" className="figures wrap-anywhere">
                {cursor.provider}
              </code>
            </Detail>
            <Detail name={sync.blockTime}>
              <Time iso={cursor.blockTime.toISOString()} zone={zone} now={now} form="exact" />
            </Detail>
            {cursor.failure !== null && cursor.failures > 0 && (
              <Detail name={sync.failure(cursor.failures)}>
                <span className="text-brick">{cursor.failure}</span>
              </Detail>
            )}
          </DetailList>
        </>
      )}
    </div>
  );
}

function secondsBetween(at: Date, now: string): number {
  return Math.max(0, Math.round((Date.parse(now) - at.getTime()) / 1_000));
}

/** `63 s`, `12 min`, `5 h`, `3 days`. */
function formatSpan(seconds: number): { value: string; unit: string } {
  if (seconds < 120) return { value: String(seconds), unit: "s" };
  if (seconds < 7_200) return { value: String(Math.floor(seconds / 60)), unit: "min" };
  if (seconds < 172_800) return { value: String(Math.floor(seconds / 3_600)), unit: "h" };
  return { value: String(Math.floor(seconds / 86_400)), unit: "days" };
}

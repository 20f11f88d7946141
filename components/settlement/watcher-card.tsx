import { Detail, DetailList } from "@/components/ui/detail-list";
import { Stat, Stats } from "@/components/ui/stat";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { formatCount } from "@/lib/intl";
import type { WatcherHealth } from "@/lib/settlement/health";

/** How the watch over the chain stands, as a word and a mark. */
export function WatcherBadge({ health }: { health: WatcherHealth }) {
  if (health.isHealthy) return <StatusBadge status="healthy" words="Watching" />;
  if (health.reason === "never_ran") return <StatusBadge status="waiting" words="Not begun" />;
  if (health.reason === "clock_skew") return <StatusBadge status="failing" words="Clocks differ" />;
  return <StatusBadge status="failing" words={health.reason === "fork" ? "Stopped" : "Not watching"} />;
}

const MEANWHILE = {
  clock_skew:
    "Until they agree, no live payment can be created, and none expires before both clocks say so. Check the database server's clock first, then your node.",
  other:
    "Meanwhile no live payment expires and none can be created. Once it reads again, every block that was missed is read, and the chain's own clock decides who paid in time.",
};

type Props = { health: WatcherHealth; network: string; zone: string; now: string };

/** How far the books are behind the chain, when it was last read, by which node. */
export function WatcherCard({ health, network, zone, now }: Props) {
  const { cursor, lagSeconds, isHealthy, reasonText } = health;
  return (
    <div className="flex flex-col gap-5">
      {!isHealthy && (
        <p className="max-w-measure text-14 text-pretty">
          {reasonText} {MEANWHILE[health.reason === "clock_skew" ? "clock_skew" : "other"]}
        </p>
      )}
      {cursor && (
        <>
          <Stats>
            <Stat
              label="Books behind the chain"
              value={spanWords(lagSeconds ?? 0).value}
              unit={spanWords(lagSeconds ?? 0).unit}
              hint="About a minute is usual: a block is final after that."
            />
            <Stat
              label="Last read"
              value={spanWords(secondsBetween(cursor.passedAt, now)).value}
              unit={`${spanWords(secondsBetween(cursor.passedAt, now)).unit} ago`}
              hint={<Time iso={cursor.passedAt.toISOString()} zone={zone} now={now} />}
            />
            <Stat
              label="Read up to block"
              value={<span className="text-20">{formatCount(cursor.blockNumber)}</span>}
              hint={`The chain is at ${formatCount(cursor.headNumber)}.`}
            />
          </Stats>
          <DetailList>
            <Detail name="Network">{network}</Detail>
            <Detail name="Node">
              <code className="figures wrap-anywhere">{cursor.provider}</code>
            </Detail>
            <Detail name="Time of that block">
              <Time iso={cursor.blockTime.toISOString()} zone={zone} now={now} form="exact" />
            </Detail>
            {cursor.failure !== null && cursor.failures > 0 && (
              <Detail name={cursor.failures === 1 ? "Last attempt" : `Last ${cursor.failures} attempts`}>
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
function spanWords(seconds: number): { value: string; unit: string } {
  if (seconds < 120) return { value: String(seconds), unit: "s" };
  if (seconds < 7_200) return { value: String(Math.floor(seconds / 60)), unit: "min" };
  if (seconds < 172_800) return { value: String(Math.floor(seconds / 3_600)), unit: "h" };
  return { value: String(Math.floor(seconds / 86_400)), unit: "days" };
}

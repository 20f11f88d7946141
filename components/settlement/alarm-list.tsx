import { ALARM_WORDS } from "@/components/settlement/alarm-words";
import { Time } from "@/components/ui/time";
import { WarningMark } from "@/components/ui/warning-mark";
import { formatCount } from "@/lib/intl";
import type { AlarmKind } from "@/lib/settlement/alarms";
import type { StandingAlarm } from "@/lib/settlement/get-health";

type Props = { alarms: StandingAlarm[]; zone: string; now: string };

/** What is wrong now, what that means for the shop, and what to do; the grave first. */
export function AlarmList({ alarms, zone, now }: Props) {
  const time = (at: Date) => <Time iso={at.toISOString()} zone={zone} now={now} />;
  const graveFirst = alarms.toSorted((a, b) => Number(isGrave(b)) - Number(isGrave(a)));
  return (
    <ul className="flex flex-col gap-3">
      {graveFirst.map((alarm) => {
        const words = ALARM_WORDS[alarm.kind as AlarmKind];
        const look = isGrave(alarm) ? "border-brick bg-brick-wash" : "border-amber bg-amber-wash";
        return (
          <li
            key={`${alarm.kind} ${alarm.raisedAt.getTime()}`}
            className={`flex gap-3 rounded-till border-s-4 px-4 py-3 text-14 ${look}`}
          >
            <WarningMark className={`mt-0.5 size-4 ${isGrave(alarm) ? "text-brick" : "text-amber-ink"}`} />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className="font-medium">{words?.title ?? alarm.kind.replaceAll("_", " ")}</p>
              <p className="max-w-measure text-pretty wrap-anywhere">
                {sentence(alarm.message)} {words?.advice}
              </p>
              <p className="text-ink-2">
                Since {time(alarm.raisedAt)}
                {alarm.times > 1 && (
                  <>
                    , {formatCount(alarm.times)} times, last {time(alarm.lastAt)}
                  </>
                )}
                {alarm.isOwn ? "" : " · the whole installation"}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Messages of nodes end as they like. */
function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function isGrave({ kind }: { kind: string }): boolean {
  return ALARM_WORDS[kind as AlarmKind]?.grave === true;
}

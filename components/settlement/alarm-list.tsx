import { Time } from "@/components/ui/time";
import { WarningMark } from "@/components/ui/warning-mark";
import { formatCount } from "@/lib/base/values/intl";
import type { AlarmKind } from "@/lib/chain/nodes/alarms";
import { alarmMessages, settlementMessages } from "@/lib/service/messages/en/settlement";
import type { StandingAlarm } from "@/lib/settlement/watcher/get-health";

type Props = { alarms: StandingAlarm[]; zone: string; now: string };

const { alarm: words } = settlementMessages;

/** What is wrong now, what that means for the business, and what to do; the grave first. */
export function AlarmList({ alarms, zone, now }: Props) {
  const time = (at: Date) => <Time iso={at.toISOString()} zone={zone} now={now} />;
  const graveFirst = alarms.toSorted((a, b) => Number(isGrave(b)) - Number(isGrave(a)));
  return (
    <ul className="flex flex-col gap-3">
      {graveFirst.map((alarm) => {
        const text = alarmMessages[alarm.kind as AlarmKind];
        const look = isGrave(alarm) ? "border-brick bg-brick-wash" : "border-amber bg-amber-wash";
        return (
          <li
            key={`${alarm.kind} ${alarm.raisedAt.getTime()}`}
            className={`flex gap-3 rounded-till border-s-4 px-4 py-3 text-14 ${look}`}
          >
            <WarningMark className={`mt-0.5 size-4 ${isGrave(alarm) ? "text-brick" : "text-amber-ink"}`} />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className="font-medium">{text?.title ?? alarm.kind.replaceAll("_", " ")}</p>
              <p className="max-w-measure text-pretty wrap-anywhere">{`${sentence(alarm.message)} ${text?.advice ?? ""}`}</p>
              <p className="text-ink-2">
                {words.since} {time(alarm.raisedAt)}
                {alarm.times > 1 && (
                  <>
                    <span>{` · ${words.times(formatCount(alarm.times))} `}</span>
                    {time(alarm.lastAt)}
                  </>
                )}
                <span>{alarm.isOwn ? "" : ` · ${words.wholeInstallation}`}</span>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Ends a message with a full stop, since those of nodes may lack one. */
function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function isGrave({ kind }: { kind: string }): boolean {
  return alarmMessages[kind as AlarmKind]?.grave === true;
}

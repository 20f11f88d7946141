import { recordAudit } from "@/lib/audit/record";
import { type AlarmKind, clearAlarm } from "@/lib/chain/alarms";
import type { Context } from "@/lib/context";

/** Clears an alarm that an operator has checked, and audits it. False if none of its kind is active. */
export async function clearAlarmByHand(
  { db, actor }: Context,
  { network, kind }: { network: string; kind: AlarmKind },
): Promise<boolean> {
  return db.sql.begin(async (tx) => {
    const isCleared = await clearAlarm(tx, { network, kind });
    if (isCleared) {
      await recordAudit(tx, {
        ...{ merchantId: null, actor, action: "chain.alarm_cleared", targetType: "network", targetId: network },
        before: { kind },
      });
    }
    return isCleared;
  });
}

import { recordAudit } from "@/lib/base/audit/record";
import type { Context } from "@/lib/base/context/context";
import { type AlarmKind, clearAlarm } from "@/lib/chain/nodes/alarms";

/** Clears an alarm that an operator has checked, and audits it. False if none of its kind is active. */
export async function clearAlarmByHand(
  { db, actor }: Context,
  { network, kind }: { network: string; kind: AlarmKind },
): Promise<boolean> {
  return db.sql.begin(async (tx) => {
    const isCleared = await clearAlarm(tx, { network, kind });
    if (isCleared) {
      await recordAudit(tx, {
        merchantId: null,
        actor,
        action: "chain.alarm_cleared",
        targetType: "network",
        targetId: network,
        before: { kind },
      });
    }
    return isCleared;
  });
}

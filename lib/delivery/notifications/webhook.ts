import type { Settings } from "@/lib/base/context/settings";
import { log } from "@/lib/base/process/log";
import { originOf } from "@/lib/delivery/events/catalog";
import { deliveryHeaders } from "@/lib/delivery/events/sign";
import { createSender } from "@/lib/delivery/sending/send";

const TIMEOUT_MS = 8_000;

type Alarm = {
  /** the notification's alone */
  ids: string[];
  phase: "raised" | "cleared" | null;
  alarmId: string | null;
  kind: string;
  message: string | null;
  raisedAt: Date | null;
  clearedAt: Date | null;
};

/**
 * Posts `alarm.raised` or `alarm.cleared` to the operator's URL, signed as every webhook and with the members of the
 * events for businesses, so that every verifier reads it. Never throws: a failure is logged. A retry has the same event
 * ID.
 */
export async function sendAlarmWebhook(
  { url, secret }: NonNullable<Settings["operator"]["webhook"]>,
  { ids, phase, alarmId, kind, message, raisedAt, clearedAt }: Alarm,
): Promise<boolean> {
  const event = phase === "cleared" ? "alarm.cleared" : "alarm.raised";
  const now = new Date();
  const body = JSON.stringify({
    event,
    alarm_id: alarmId,
    kind,
    message,
    webhook_endpoint_id: null,
    raised_at: raisedAt?.toISOString() ?? null,
    cleared_at: clearedAt?.toISOString() ?? null,
    ...originOf("live"),
    timestamp: now.toISOString(),
  });
  const [eventId] = ids as [string];
  const headers = deliveryHeaders({
    eventId,
    eventType: event,
    environment: "live",
    body,
    secrets: { primary: secret, next: null },
    now,
  });
  // the operator's own server may be anywhere
  const sender = createSender({ allowPrivateSandbox: true, totalTimeoutMs: TIMEOUT_MS });
  const sent = await sender.send({ endpointId: "operator", url, environment: "sandbox", headers, body });
  await sender.close();
  const { status = null, errorClass = null } = sent ?? {};
  if (status !== null && status >= 200 && status < 300) return true;
  log().error(
    { status, errorClass },
    status === null ? "the alarm webhook could not be sent" : "the alarm webhook was refused",
  );
  return false;
}

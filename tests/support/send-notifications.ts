import type { Context } from "@/lib/base/context/context";
import { CHANNELS } from "@/lib/delivery/notifications/operator";
import { sendDueOn } from "@/lib/delivery/notifications/send-due";

/** Sends what is due on all channels, as an engine does. Returns how many messages were handled. */
export async function sendDueNotifications(ctx: Context, limit: number): Promise<number> {
  const handled = await Promise.all(CHANNELS.map((channel) => sendDueOn(ctx, channel, limit)));
  return handled.reduce((sum, count) => sum + count, 0);
}

import { processWide } from "@/lib/process-wide";
import type { Settings } from "@/lib/settings";
import { createSender, type Sender } from "@/lib/webhooks/send";

/** The process's sender, with its kept-alive connections. */
export function webhookSender({ webhooks }: Settings): Sender {
  return processWide("webhooks.sender", () => createSender({ allowPrivateSandbox: webhooks.allowPrivateSandbox }));
}

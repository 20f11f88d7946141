import type { Settings } from "@/lib/base/context/settings";
import { processWide } from "@/lib/base/process/process-wide";
import { createSender, type Sender } from "@/lib/delivery/sending/send";

/** The process's sender, with its kept-alive connections. */
export function webhookSender({ webhooks }: Settings): Sender {
  return processWide("webhooks.sender", () => createSender({ allowPrivateSandbox: webhooks.allowPrivateSandbox }));
}

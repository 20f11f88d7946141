import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { createSender, type Sender } from "@/lib/webhooks/send";

/** The process's sender, with its kept-alive connections. */
export function webhookSender(): Sender {
  return processWide("webhooks.sender", () =>
    createSender({ allowPrivateSandbox: env().WEBHOOK_ALLOW_PRIVATE_SANDBOX }),
  );
}

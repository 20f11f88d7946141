import { CodeBlock } from "@/components/ui/code-block";
import { SecretOnce } from "@/components/ui/secret-once";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.issued;

/** A new key, shown once, with a first call to try it. */
export function IssuedKey({ secret, appUrl }: { secret: string; appUrl: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <SecretOnce name={secret.startsWith("svc_live_") ? messages.live : messages.sandbox} secret={secret}>
        {messages.hint}
      </SecretOnce>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-14 text-ink-2">{messages.tryIt}</p>
        <CodeBlock code={createPaymentCurl(appUrl, secret)} caption={messages.code} />
      </div>
    </div>
  );
}

/** A curl command that creates a first payment, ready to paste into a shell. */
function createPaymentCurl(appUrl: string, key: string): string {
  return `curl ${appUrl}/api/v1/create-payment-intent \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"amount_usdt": 12.5, "reference": "order-1042"}'`;
}

import { CodeBlock } from "@/components/ui/code-block";
import { SecretOnce } from "@/components/ui/secret-once";
import { terminalsMessages } from "@/lib/messages/en/terminals";
import { createPaymentCurl } from "./create-payment-code";

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

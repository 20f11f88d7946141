import { createPaymentCurl } from "@/components/terminals/create-payment-code";
import { CodeBlock } from "@/components/ui/code-block";
import { SecretOnce } from "@/components/ui/secret-once";

/** A key in the only moment it is shown, and the first call it is good for. */
export function IssuedKey({ secret, appUrl }: { secret: string; appUrl: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <SecretOnce name={secret.startsWith("svc_live_") ? "Live key" : "Sandbox key"} secret={secret}>
        This key is shown once. Copy it to your server now, never into an app or a page. Lost it later? Rotate it.
      </SecretOnce>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-14 text-ink-2">Try it: this asks for 12.50&nbsp;USDT and answers with a link to pay.</p>
        <CodeBlock code={createPaymentCurl(appUrl, secret)} caption="First payment with curl" />
      </div>
    </div>
  );
}

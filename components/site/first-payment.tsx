import type { ReactNode } from "react";
import { createMerchant, createPayment, verifyWebhook, webhookRequest } from "@/components/site/first-payment-code";
import { CodeBlock } from "@/components/ui/code-block";
import { Link } from "@/components/ui/link";

/** What a merchant does next, in the order of doing it. */
export function FirstPayment({ appUrl }: { appUrl: string }) {
  return (
    <section aria-labelledby="first" className="border-t">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6">
        <h2 id="first" className="text-28 font-semibold tracking-[-0.02em]">
          Your first payment
        </h2>
        <p className="mt-2 max-w-measure text-16 text-ink-2">Two commands, then a message to your server.</p>
        <ol className="mt-4">
          <Step
            title="Make a merchant"
            text="On the machine that runs this service. The answer holds the terminal's sandbox key and the secret that signs what your server gets. They are shown once: copy them to your server."
          >
            <CodeBlock caption="In the project's folder" code={createMerchant()} />
          </Step>
          <Step
            title="Ask for a payment"
            text="From your server, never from a browser: the key is a secret. Send the customer to checkout_url in the answer; on that page the sandbox lets you play the customer."
          >
            <CodeBlock caption="On your server" code={createPayment(appUrl)} />
          </Step>
          <Step
            title="Be told when it is paid"
            text="Your server gets a POST for every event. Check the signature over the raw body before you believe it, and answer with a 2xx. Anything else, and it comes again: after 10 s, 100 s and so on, six times in all."
          >
            <CodeBlock caption="What your server gets" code={webhookRequest()} />
            <CodeBlock caption="Check it, in Node" code={verifyWebhook()} />
          </Step>
        </ol>
        <p className="mt-8 text-16">
          Every endpoint, field and error is in the{" "}
          <Link href="/docs/api" className="text-verdigris underline underline-offset-4">
            API reference
          </Link>
          .
        </p>
      </div>
    </section>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-16 gap-y-4 border-t py-8 lg:grid-cols-[1fr_1.4fr]">
      <div>
        <h3 className="text-20 font-semibold">{title}</h3>
        <p className="mt-2 max-w-measure text-16 text-ink-2">{text}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </li>
  );
}

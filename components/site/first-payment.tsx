import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Link } from "@/components/ui/link";
import { siteMessages } from "@/lib/service/messages/en/site";
import { createMerchant, createPayment, verifyWebhook, webhookRequest } from "./first-payment-code";

const text = siteMessages.firstPayment;

/** The steps to a first payment, in order. */
export function FirstPayment({ appUrl }: { appUrl: string }) {
  return (
    <section aria-labelledby="first" className="border-t">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6">
        <h2 id="first" className="text-28 font-semibold tracking-[-0.02em]">
          {text.title}
        </h2>
        <p className="mt-2 max-w-measure text-16 text-ink-2">{text.text}</p>
        <ol className="mt-4">
          <Step title={text.merchant.title} text={text.merchant.text}>
            <CodeBlock caption={text.merchant.caption} code={createMerchant()} />
          </Step>
          <Step title={text.payment.title} text={text.payment.text}>
            <CodeBlock caption={text.payment.caption} code={createPayment(appUrl)} />
          </Step>
          <Step title={text.webhook.title} text={text.webhook.text}>
            <CodeBlock caption={text.webhook.caption} code={webhookRequest()} />
            <CodeBlock caption={text.webhook.verifyCaption} code={verifyWebhook()} />
          </Step>
        </ol>
        <p className="mt-8 text-16">
          {text.referenceBefore}{" "}
          <Link href="/docs/api" className="text-verdigris underline underline-offset-4">
            {text.reference}
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

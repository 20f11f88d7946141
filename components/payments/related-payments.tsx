import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { Payment } from "@/lib/payments/lists/fetch";
import type { RelatedPayments as Related } from "@/lib/payments/timeline/related-payments";
import { paymentMessages } from "@/lib/service/messages/en/payment";
import { PaymentAmount } from "./payment-amount";
import { shortId } from "./payment-columns";
import { paymentStatus } from "./payment-labels";

const words = paymentMessages.related;

type Props = { related: Related; payment: Payment; dashboard: DashboardParams; zone: string; now: string };

/** The payments that belong to one, newest first; each links to its page. */
export function RelatedPayments({ related, payment, dashboard, zone, now }: Props) {
  return (
    <Section title={words.title} description={words.help}>
      <ul className="flex flex-col divide-y text-14">
        {related.payments.map((one) => {
          const { status, label } = paymentStatus(one);
          return (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <TextLink href={pathTo(dashboard, "payments", one.id)}>
                <span translate="no" className="figures">
                  {shortId(one.id)}
                </span>
              </TextLink>
              <PaymentAmount payment={one} />
              <StatusBadge status={status} words={label} />
              <span className="text-ink-2">
                <Time iso={one.createdAt.toISOString()} zone={zone} now={now} />
              </span>
            </li>
          );
        })}
      </ul>
      {related.isMore && (
        <p className="pt-2 text-14">
          <TextLink href={withQuery(pathTo(dashboard, "payments"), { q: payment.reference })}>{words.all}</TextLink>
        </p>
      )}
    </Section>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { LiveRefresh } from "@/app/_realtime/live-refresh";
import { ClearAddress } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/clear-address";
import { PrepareRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/prepare-refund";
import { RefundSection } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/refund-section";
import { CustomerAddress } from "@/components/attention/customer-address";
import { EventDeliveries } from "@/components/payments/event-deliveries";
import { formatAmount } from "@/components/payments/payment-amount";
import { PaymentChainCard } from "@/components/payments/payment-chain-card";
import { shortId } from "@/components/payments/payment-columns";
import { PaymentItems } from "@/components/payments/payment-items";
import { PaymentNoteSection } from "@/components/payments/payment-note";
import { PaymentReceipt } from "@/components/payments/payment-receipt";
import { PaymentTimeline } from "@/components/payments/payment-timeline";
import { RelatedPayments } from "@/components/payments/related-payments";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { CopyField } from "@/components/ui/copy-field";
import { zoneLabel } from "@/components/ui/instant-labels";
import { PageHeader } from "@/components/ui/page-header";
import { Qr } from "@/components/ui/qr";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { isDomainError } from "@/lib/base/values/errors";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import { checkoutUrl } from "@/lib/customer/checkout/links";
import type { DeliveryDetail } from "@/lib/delivery/log/get-delivery";
import { IntentId } from "@/lib/payments/intents/schemas";
import { getRefundRate } from "@/lib/payments/prices/refund-rate";
import { getPaymentRefunds, type PaymentRefunds } from "@/lib/payments/refunds/payment-refunds";
import { getNote } from "@/lib/payments/timeline/get-note";
import { relatedPayments } from "@/lib/payments/timeline/related-payments";
import { type PaymentEvent, paymentTimeline, type PaymentTimeline as Timeline } from "@/lib/payments/timeline/timeline";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { paymentMessages } from "@/lib/service/messages/en/payment";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { NoteForm } from "./note-form";
import { PaymentActions } from "./payment-actions";
import { ResendEvent } from "./resend-event";

type Props = PageProps<"/dashboard/[merchant]/[environment]/payments/[payment]">;

const timelineOf = cache(async (params: Props["params"]) => {
  const member = await requireMember(params, "payments.view");
  const id = IntentId.safeParse({ id: (await params).payment });
  if (!id.success) notFound();
  const timeline = await paymentTimeline(member.ctx, id.data.id).catch((error) => {
    if (isDomainError(error) && error.code === "not_found") notFound();
    throw error;
  });
  return { member, timeline };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { payment } = (await timelineOf(params)).timeline;
  return { title: `${formatAmount(payment)}, ${payment.reference ?? shortId(payment.id)}` };
}

export default async function Page({ params }: Props) {
  const { member, timeline } = await timelineOf(params);
  const { merchant, environment, can } = member;
  const { payment } = timeline;
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date();
  const times = { zone: merchant.timeZone, now: now.toISOString() };
  const refunds = await getPaymentRefunds(member.ctx, { intentId: payment.id });
  const isRefunding = refunds.refunds.some(({ state }) => state === "waiting" || state === "confirming");
  const moving =
    payment.status === "pending" || timeline.events.some(isAboutToMove) || (environment === "live" && isRefunding);
  const link = checkoutUrl(member.ctx.settings, payment.id);
  const [note, related] = await Promise.all([getNote(member.ctx, payment.id), relatedPayments(member.ctx, payment)]);
  return (
    <>
      <PageHeader
        title={<span translate="no">{payment.reference ?? shortId(payment.id)}</span>}
        back={{ href: pathTo(dashboard, "payments"), label: paymentsMessages.title }}
        actions={
          <>
            <PaymentActions
              dashboard={dashboard}
              id={payment.id}
              amount={displayAmount(payment.amountMicros)}
              link={link}
              canCancel={can("payments.cancel") && payment.status === "pending" && !isComing(timeline)}
              outcomes={environment === "sandbox" && can("payments.simulate") ? outcomesFor(payment.status) : []}
            />
            {can("attention.manage") && isRefundable(timeline, refunds) && (
              <PaymentRefund
                dashboard={dashboard}
                timeline={timeline}
                refunds={refunds}
                money={await getRefundRate(member.ctx, payment.quote)}
              />
            )}
          </>
        }
      />
      <LiveRefresh feed={`${pathTo(dashboard)}/feed`} ids={[]} everyMs={10_000} idle={!moving}>
        {refunds.refunds.length > 0 && (
          <div className="mb-8">
            <RefundSection
              member={member}
              refunds={refunds.refunds}
              sums={refunds}
              network={timeline.transfers[0]?.network ?? ""}
              path={pathTo(dashboard, "payments", payment.id)}
              now={now.toISOString()}
            />
          </div>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
          <div className="flex flex-col gap-6">
            <PaymentReceipt timeline={timeline} refundedMicros={refunds.refundedMicros} {...times} />
            {timeline.items.length > 0 && (
              <PaymentItems items={timeline.items} dashboard={dashboard} canLook={can("settlement.view")} />
            )}
            {timeline.chain && <PaymentChainCard chain={timeline.chain} />}
            {timeline.refundAddress && (
              <CustomerAddress
                left={timeline.refundAddress}
                {...times}
                clear={
                  can("attention.manage") && (
                    <ClearAddress
                      dashboard={dashboard}
                      intentId={payment.id}
                      address={timeline.refundAddress.address}
                    />
                  )
                }
              />
            )}
            <PageLink link={link} isOpen={payment.status === "pending"} />
            <PaymentNoteSection note={note} {...times}>
              {can("payments.annotate") ? <NoteForm dashboard={dashboard} id={payment.id} note={note} /> : null}
            </PaymentNoteSection>
            {related.payments.length > 0 && (
              <RelatedPayments related={related} payment={payment} dashboard={dashboard} {...times} />
            )}
          </div>
          <Section
            title={paymentMessages.timeline.title}
            description={paymentsMessages.times(zoneLabel(now, merchant.timeZone))}
          >
            <PaymentTimeline
              timeline={timeline}
              {...times}
              deliveries={(event) => (can("webhooks.view") ? deliveriesOf(event, member, dashboard, times) : null)}
            />
          </Section>
        </div>
      </LiveRefresh>
    </>
  );
}

/** While a payment is pending, the customer may still pay the rest of it. */
function isRefundable({ payment }: Timeline, { leftMicros, isOnFormerNetwork }: PaymentRefunds): boolean {
  return payment.status !== "pending" && leftMicros > 0n && !isOnFormerNetwork;
}

type RefundableProps = {
  dashboard: DashboardParams;
  timeline: Timeline;
  refunds: PaymentRefunds;
  money: Awaited<ReturnType<typeof getRefundRate>>;
};

function PaymentRefund({ dashboard, timeline, refunds: { leftMicros, payableMicros }, money }: RefundableProps) {
  const most = payableMicros > 0n ? payableMicros : leftMicros;
  return (
    <PrepareRefund
      dashboard={dashboard}
      of={{ intentId: timeline.payment.id }}
      canAsk
      suggested={decimalFromMicros(most)}
      most={decimalFromMicros(most)}
      mostShown={displayAmount(most)}
      left={payableMicros < leftMicros ? displayAmount(payableMicros) : null}
      customerAddress={timeline.refundAddress?.address ?? null}
      money={money}
    />
  );
}

/** The payment page as a link to copy and as a QR code, open while the payment can be paid. */
function PageLink({ link, isOpen }: { link: string; isOpen: boolean }) {
  return (
    <div className="flex flex-col gap-1.5 text-14">
      <p className="text-ink-2">{paymentMessages.page.label}</p>
      <CopyField name={paymentMessages.page.copy} value={link} />
      <details open={isOpen}>
        <summary className="w-fit py-2 font-medium">{paymentMessages.page.showQr}</summary>
        <Qr value={link} title={paymentMessages.page.qr} size="max-w-48" />
      </details>
    </div>
  );
}

/** A transfer was received or detected, so the payment can't be cancelled any more. */
function isComing({ payment, chain }: Timeline): boolean {
  return payment.receivedMicros > 0n || (chain?.sightings.length ?? 0) > 0;
}

/** The outcomes that can still be simulated. */
function outcomesFor(status: string): string[] {
  if (status === "pending") return ["paid", "underpaid", "overpaid", "late", "expired"];
  return status === "paid" ? [] : ["late"];
}

/** A delivery is retried soon, and the feed doesn't report its response. */
function isAboutToMove(event: PaymentEvent): boolean {
  return event.deliveries.some(({ status, nextInSeconds }) => status === "pending" && (nextInSeconds ?? 0) < 120);
}

type Times = { zone: string; now: string };

function deliveriesOf(event: PaymentEvent, { can }: Member, dashboard: DashboardParams, times: Times) {
  const actions = ({ id, endpoint, underWay }: DeliveryDetail) => (
    <>
      <TextLink href={pathTo(dashboard, "webhooks", "deliveries", id)}>{paymentMessages.events.open}</TextLink>
      {can("webhooks.manage") && endpoint.health.state !== "off" && (
        <ResendEvent dashboard={dashboard} deliveryId={id} underWay={underWay} />
      )}
    </>
  );
  return <EventDeliveries event={event} {...times} actions={actions} />;
}

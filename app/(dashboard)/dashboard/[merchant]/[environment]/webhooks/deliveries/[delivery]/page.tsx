import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { RefreshSoon } from "@/app/_realtime/refresh-soon";
import { pathTo } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { CodeTabs } from "@/components/ui/code-tabs";
import { CopyButton } from "@/components/ui/copy-button";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { AttemptTape } from "@/components/webhooks/attempt-tape";
import { DeliveryStatus } from "@/components/webhooks/delivery-columns";
import { DeliverySummary } from "@/components/webhooks/delivery-summary";
import { readableBody } from "@/components/webhooks/readable-body";
import { displayAmount } from "@/lib/base/values/money";
import { DeliveryId } from "@/lib/delivery/endpoints/schemas";
import { type DeliveryDetail, getDelivery } from "@/lib/delivery/log/get-delivery";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { ResendDelivery } from "./resend-delivery";

const { delivery: words } = webhooksMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks/deliveries/[delivery]">;

const deliveryOf = cache(async (params: Props["params"]) => {
  const member = await requireMember(params, "webhooks.view");
  const id = DeliveryId.safeParse({ deliveryId: (await params).delivery });
  const delivery = id.success ? await getDelivery(member.ctx, id.data.deliveryId) : null;
  if (!delivery) notFound();
  return { member, delivery };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: words.pageTitle((await deliveryOf(params)).delivery.event.type) };
}

export default async function Page({ params }: Props) {
  const { member, delivery } = await deliveryOf(params);
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const off = delivery.endpoint.health.state === "off";
  return (
    <>
      <PageHeader
        title={
          <code translate="no" className="figures text-20">
            {delivery.event.type}
          </code>
        }
        badge={<DeliveryStatus status={delivery.status} />}
        back={{ href: pathTo(dashboard, "webhooks", "deliveries"), label: words.back }}
        actions={
          can("webhooks.manage") &&
          !off && <ResendDelivery dashboard={dashboard} deliveryId={delivery.id} underWay={delivery.underWay} />
        }
      />
      <DeliverySummary
        delivery={delivery}
        off={off && <TextLink href={pathTo(dashboard, "webhooks", delivery.endpoint.id)}>{words.enableFirst}</TextLink>}
      />
      {delivery.status === "pending" && (
        <RefreshSoon key={now} seconds={delivery.underWay ? 1 : (delivery.nextInSeconds ?? 1)} />
      )}
      <Section title={words.attempts.title} description={explainMissing(delivery)}>
        <AttemptTape delivery={delivery} zone={merchant.timeZone} now={now} />
      </Section>
      <Request delivery={delivery} />
      <About member={member} delivery={delivery} now={now} />
    </>
  );
}

function explainMissing({ attempts, log }: DeliveryDetail): string | undefined {
  return log.length < attempts && attempts > 1 ? words.attempts.expired : undefined;
}

/** The body that every attempt sends, byte for byte. */
function Request({ delivery: { event } }: { delivery: DeliveryDetail }) {
  const bytes = new TextEncoder().encode(event.body).length;
  return (
    <Section title={words.body.title} description={words.body.text(bytes)}>
      <CodeTabs
        label={words.body.title}
        languages={[
          { id: "readable", label: words.body.readable, code: readableBody(event.body) },
          { id: "sent", label: words.body.raw, code: event.body },
        ]}
      />
    </Section>
  );
}

function About({ member, delivery, now }: { member: Member; delivery: DeliveryDetail; now: string }) {
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const { event, endpoint, payment } = delivery;
  return (
    <Section title={words.details.title}>
      <DetailList>
        <Detail name={words.details.endpoint}>
          <TextLink href={pathTo(dashboard, "webhooks", endpoint.id)} className="wrap-anywhere">
            <span className="line-clamp-3">{endpoint.url}</span>
          </TextLink>
        </Detail>
        {payment && (
          <>
            <Detail name={words.details.payment}>
              {can("payments.view") ? (
                <TextLink href={pathTo(dashboard, "payments", payment.id)} className="figures wrap-anywhere">
                  {payment.id}
                </TextLink>
              ) : (
                <code translate="no" className="figures wrap-anywhere">
                  {payment.id}
                </code>
              )}
            </Detail>
            {payment.reference !== null && (
              <Detail name={words.details.reference}>
                <span className="wrap-anywhere">{payment.reference}</span>
              </Detail>
            )}
            <Detail name={words.details.amount}>
              <Amount value={displayAmount(payment.amountMicros)} />
            </Detail>
          </>
        )}
        <Detail name={words.details.eventId}>
          <span className="flex flex-wrap items-center gap-x-2">
            <code translate="no" className="figures wrap-anywhere">
              {event.id}
            </code>
            <CopyButton text={event.id} name={words.details.copyEventId} />
          </span>
        </Detail>
        <Detail name={words.details.time}>
          <Time iso={event.createdAt.toISOString()} zone={merchant.timeZone} now={now} form="exact" />
        </Detail>
      </DetailList>
    </Section>
  );
}

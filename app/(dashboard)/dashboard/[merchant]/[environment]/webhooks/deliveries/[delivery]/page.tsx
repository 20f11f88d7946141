import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { RefreshSoon } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/deliveries/[delivery]/refresh-soon";
import { ResendDelivery } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/deliveries/[delivery]/resend-delivery";
import { pathTo } from "@/components/shell/paths";
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
import { type Member, requireMember } from "@/lib/auth/member";
import { formatCount } from "@/lib/intl";
import { type DeliveryDetail, getDelivery } from "@/lib/webhooks/get-delivery";
import { DeliveryId } from "@/lib/webhooks/schemas";

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks/deliveries/[delivery]">;

const deliveryOf = cache(async (params: Props["params"]) => {
  const member = await requireMember(params, "webhooks.view");
  const id = DeliveryId.safeParse({ deliveryId: (await params).delivery });
  const delivery = id.success ? await getDelivery(member.ctx, id.data.deliveryId) : null;
  if (!delivery) notFound();
  return { member, delivery };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Delivery of ${(await deliveryOf(params)).delivery.event.type}` };
}

export default async function Page({ params }: Props) {
  const { member, delivery } = await deliveryOf(params);
  const { merchant, environment, can } = member;
  const place = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const off = delivery.endpoint.health.state === "off";
  return (
    <>
      <PageHeader
        title={<code className="figures text-20">{delivery.event.type}</code>}
        badge={<DeliveryStatus status={delivery.status} />}
        back={{ href: pathTo(place, "webhooks", "deliveries"), label: "Deliveries" }}
        actions={
          can("webhooks.manage") &&
          !off &&
          !delivery.underWay && <ResendDelivery scope={place} deliveryId={delivery.id} />
        }
      />
      <DeliverySummary
        delivery={delivery}
        off={
          off && (
            <TextLink href={pathTo(place, "webhooks", delivery.endpoint.id)}>
              Open the endpoint to switch it on.
            </TextLink>
          )
        }
      />
      {delivery.status === "pending" && (
        <RefreshSoon key={now} seconds={delivery.underWay ? 1 : (delivery.nextInSeconds ?? 1)} />
      )}
      <Section title="Attempts" description={expiredWords(delivery)}>
        <AttemptTape delivery={delivery} zone={merchant.timeZone} now={now} />
      </Section>
      <Request delivery={delivery} />
      <About member={member} delivery={delivery} now={now} />
    </>
  );
}

function expiredWords({ attempts, log }: DeliveryDetail): string | undefined {
  return log.length < attempts && attempts > 1
    ? "Requests and answers older than 30 days are no longer kept."
    : undefined;
}

/** What every attempt sends: the same bytes. */
function Request({ delivery: { event } }: { delivery: DeliveryDetail }) {
  const bytes = new TextEncoder().encode(event.body).length;
  return (
    <Section
      title="Body"
      description={`${formatCount(bytes)} bytes, the same in every attempt. The signature covers them exactly as they stand under "As sent".`}
    >
      <CodeTabs
        label="Body"
        languages={[
          { id: "readable", label: "Readable", code: readableBody(event.body) },
          { id: "sent", label: "As sent", code: event.body },
        ]}
      />
    </Section>
  );
}

function About({ member, delivery, now }: { member: Member; delivery: DeliveryDetail; now: string }) {
  const { merchant, environment, can } = member;
  const place = { merchant: merchant.id, environment };
  const { event, endpoint } = delivery;
  return (
    <Section title="About it">
      <DetailList>
        <Detail name="Endpoint">
          <TextLink href={pathTo(place, "webhooks", endpoint.id)} className="wrap-anywhere">
            {endpoint.url}
          </TextLink>
        </Detail>
        {event.intentId && (
          <Detail name="Payment">
            {can("payments.view") ? (
              <TextLink href={pathTo(place, "payments", event.intentId)} className="figures wrap-anywhere">
                {event.intentId}
              </TextLink>
            ) : (
              <code className="figures wrap-anywhere">{event.intentId}</code>
            )}
          </Detail>
        )}
        <Detail name="Event id">
          <span className="flex flex-wrap items-center gap-x-2">
            <code className="figures wrap-anywhere">{event.id}</code>
            <CopyButton text={event.id} name="event id" />
          </span>
        </Detail>
        <Detail name="Happened">
          <Time iso={event.createdAt.toISOString()} zone={merchant.timeZone} now={now} form="exact" />
        </Detail>
      </DetailList>
    </Section>
  );
}

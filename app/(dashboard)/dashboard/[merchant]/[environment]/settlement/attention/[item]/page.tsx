import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { RefreshSoon } from "@/app/_realtime/refresh-soon";
import { ClearAddress } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/clear-address";
import { PrepareRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/prepare-refund";
import { RefundSection } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/refund-section";
import { CustomerAddress } from "@/components/attention/customer-address";
import { ItemFigures } from "@/components/attention/item-figures";
import { ItemStatus } from "@/components/attention/item-status";
import { ItemTimeline } from "@/components/attention/item-timeline";
import { CopyableAddress } from "@/components/settlement/chain-text";
import { pathTo } from "@/components/shell/paths";
import { CopyField } from "@/components/ui/copy-field";
import { zoneLabel } from "@/components/ui/instant-labels";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { isDomainError } from "@/lib/base/values/errors";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import { ItemId } from "@/lib/payments/attention/find-item";
import { type AttentionItem, getAttention } from "@/lib/payments/attention/get-attention";
import { getRefundRate } from "@/lib/payments/prices/refund-rate";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { attentionKinds, attentionMessages } from "@/lib/service/messages/en/attention";
import { AcceptItem } from "./accept-item";
import { RequestRemaining } from "./request-remaining";

type Props = PageProps<"/dashboard/[merchant]/[environment]/settlement/attention/[item]">;

const AGAIN_AFTER_S = 15;
const words = attentionMessages.item;

/** Read once per request, for the title and the page. */
const itemOf = cache(async (params: Props["params"]) => {
  const member = await requireMember(params, "settlement.view");
  const id = ItemId.safeParse({ itemId: (await params).item });
  if (!id.success) notFound();
  const item = await getAttention(member.ctx, id.data).catch((error) => {
    if (isDomainError(error) && error.code === "not_found") notFound();
    throw error;
  });
  return { member, item };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: attentionKinds[(await itemOf(params)).item.kind].short };
}

export default async function Page({ params }: Props) {
  const { member, item } = await itemOf(params);
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date();
  const itemPath = pathTo(dashboard, "settlement", "attention", item.id);
  const isLive = environment === "live";
  const waits =
    isLive &&
    (item.refunds.some(({ state }) => state === "waiting" || state === "confirming") ||
      (item.kind === "disputed" && !item.resolution));
  return (
    <>
      <PageHeader
        title={attentionKinds[item.kind].short}
        badge={<ItemStatus resolution={item.resolution} />}
        back={{ href: pathTo(dashboard, "settlement", "attention"), label: attentionMessages.title }}
      />
      <p className="max-w-measure text-16 text-pretty">{item.what}</p>
      {item.refundAddress && (
        <CustomerAddress
          left={item.refundAddress}
          zone={merchant.timeZone}
          now={now.toISOString()}
          clear={
            can("attention.manage") &&
            item.intent !== null && (
              <ClearAddress dashboard={dashboard} intentId={item.intent.id} address={item.refundAddress.address} />
            )
          }
        />
      )}
      <Decide member={member} item={item} />
      {item.refunds.length > 0 && (
        <RefundSection
          member={member}
          refunds={item.refunds}
          sums={item.sums}
          network={item.transfers[0]?.network ?? ""}
          path={itemPath}
          now={now.toISOString()}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-6">
          <ItemFigures item={item} />
          {item.address && (
            <div className="flex flex-col gap-1 text-14">
              <p className="text-ink-2">{words.heldAt}</p>
              <CopyableAddress address={item.address} name={words.address} />
            </div>
          )}
        </div>
        <Section title={words.timeline} description={words.zone(zoneLabel(now, merchant.timeZone))}>
          <ItemTimeline
            item={item}
            zone={merchant.timeZone}
            now={now.toISOString()}
            paymentHref={item.intent && can("payments.view") ? pathTo(dashboard, "payments", item.intent.id) : null}
          />
        </Section>
      </div>
      {waits && <RefreshSoon key={now.toISOString()} seconds={AGAIN_AFTER_S} />}
    </>
  );
}

/** What can be done about an item, or who can do it. */
function Decide({ member, item }: { member: Member; item: AttentionItem }) {
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const has = (action: AttentionItem["actions"][number]) => item.actions.includes(action);
  if (item.rest && item.resolution === "asked") {
    return (
      <Section title={words.requested.title}>
        <div className="flex max-w-xl min-w-0 flex-col gap-2 text-14">
          {item.rest.status === "pending" && <CopyField name={words.requested.link} value={item.rest.checkoutUrl} />}
          <TextLink href={pathTo(dashboard, "payments", item.rest.intentId)}>{words.requested.view}</TextLink>
        </div>
        {can("attention.manage") && has("refund") && (
          <div className="mt-4 flex flex-col items-start gap-4">
            {item.rest.status === "pending" && <Note tone="amber">{words.requested.refund}</Note>}
            <Refund item={item} member={member} />
          </div>
        )}
      </Section>
    );
  }
  const isDispute = item.kind === "disputed" && !item.resolution;
  if (isDispute && !has("accept")) return <Note tone="amber">{attentionKinds.disputed.choices}</Note>;
  if (item.actions.length === 0) return null;
  const isRequested = item.kind === "partial" && item.amountMicros === 0n && !item.lateMicros;
  const choices = getChoices(item, { isDispute, isRequested });
  if (!can("attention.manage")) {
    return <Note>{`${choices} ${words.onlyManagers}`}</Note>;
  }
  return (
    <Section
      title={item.resolution ? words.otherActions.title : words.resolve}
      description={item.resolution ? words.otherActions.text : choices}
    >
      <div className="flex flex-wrap gap-2">
        {has("ask") && <RequestRemaining dashboard={dashboard} itemId={item.id} missingMicros={item.amountMicros} />}
        {has("refund") && <Refund item={item} member={member} />}
        {has("accept") && <AcceptItem dashboard={dashboard} itemId={item.id} />}
      </div>
      {isRequested && item.rest && (
        <p className="mt-4 text-14">
          <TextLink href={pathTo(dashboard, "payments", item.rest.intentId)}>{words.requested.view}</TextLink>
        </p>
      )}
    </Section>
  );
}

function getChoices(item: AttentionItem, { isDispute, isRequested }: Record<"isDispute" | "isRequested", boolean>) {
  if (isDispute) return words.choicesDenied;
  if (isRequested) return words.choicesRequested;
  if (item.isHidden) return words.choicesHidden;
  if (item.kind === "partial" && item.amountMicros === 0n) return words.choicesArrived;
  const isRefunded = item.kind === "partial" && !item.resolution && !item.actions.includes("ask");
  return isRefunded ? words.choicesRefunded : attentionKinds[item.kind].choices;
}

async function Refund({ item, member: { ctx, merchant, environment } }: { item: AttentionItem; member: Member }) {
  const { refundableMicros, payableMicros, suggestedMicros, refundAddress } = item;
  const expectedMicros = suggestedMicros > 0n ? suggestedMicros : refundableMicros;
  return (
    <PrepareRefund
      dashboard={{ merchant: merchant.id, environment }}
      of={{ itemId: item.id }}
      canAsk={item.intentId !== null}
      suggested={suggestedMicros > 0n ? decimalFromMicros(suggestedMicros) : null}
      most={decimalFromMicros(payableMicros)}
      mostShown={displayAmount(payableMicros)}
      left={payableMicros < expectedMicros ? displayAmount(payableMicros) : null}
      customerAddress={refundAddress?.address ?? null}
      money={await getRefundRate(ctx, item.intent?.quote ?? null)}
    />
  );
}

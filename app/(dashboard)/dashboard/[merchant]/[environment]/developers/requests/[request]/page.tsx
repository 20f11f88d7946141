import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ApiStatus } from "@/components/requests/request-columns";
import { pathTo } from "@/components/shell/paths";
import { CopyButton } from "@/components/ui/copy-button";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { formatElapsed } from "@/lib/delivery/sending/span-labels";
import { listRequests, RequestFilter } from "@/lib/payments/requests/list";
import { requireMember } from "@/lib/service/auth/member";
import { developersMessages } from "@/lib/service/messages/en/developers";

const { codes, log, request: messages } = developersMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers/requests/[request]">;

const loadCall = cache(async (params: Props["params"]) => {
  const member = await requireMember(params, "developers.view");
  const { id } = RequestFilter.parse({ id: (await params).request });
  const [call] = id ? (await listRequests(member.ctx, { id })).rows : [];
  if (!call) notFound();
  return { member, call };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { call } = await loadCall(params);
  return { title: `${call.method} ${call.path}` };
}

export default async function Page({ params }: Props) {
  const { member, call } = await loadCall(params);
  const { merchant, environment } = member;
  const dashboard = { merchant: merchant.id, environment };
  return (
    <>
      <PageHeader
        title={<code translate="no" className="figures text-20 wrap-anywhere">{`${call.method} ${call.path}`}</code>}
        badge={<ApiStatus status={call.status} />}
        back={{ href: pathTo(dashboard, "developers", "requests"), label: log.title }}
      />
      {call.code && (
        <Note tone={call.status >= 500 ? "brick" : "amber"}>
          <code translate="no" className="figures font-semibold">
            {call.code}
          </code>
          <span>{` · ${call.error ?? codes[call.code] ?? messages.seeReference}`}</span>
        </Note>
      )}
      <DetailList>
        <Detail name={messages.id}>
          <span className="flex flex-wrap items-center gap-x-2">
            <code translate="no" className="figures wrap-anywhere">
              {call.id}
            </code>
            <CopyButton text={call.id} name={messages.copyId} />
          </span>
        </Detail>
        <Detail name={messages.received}>
          <Time
            iso={call.createdAt.toISOString()}
            zone={merchant.timeZone}
            now={new Date().toISOString()}
            form="exact"
          />
        </Detail>
        <Detail name={messages.duration}>
          <span className="figures">{formatElapsed(call.durationMicros / 1_000)}</span>
        </Detail>
        <Detail name={messages.terminal}>
          {call.terminalId === null ? (
            messages.allTerminals
          ) : (
            <TextLink href={pathTo(dashboard, "terminals", call.terminalId)} className="wrap-anywhere">
              {call.terminalName}
            </TextLink>
          )}
        </Detail>
        <Detail name={messages.key}>
          <span translate="no" className="figures wrap-anywhere">
            {`${call.keyName ?? ""} …${call.keyLast4}`.trim()}
          </span>
        </Detail>
        <Detail name={messages.address}>
          <code translate="no" className="figures wrap-anywhere">
            {call.address}
          </code>
        </Detail>
        <Detail name={messages.unstored}>{messages.notStored}</Detail>
      </DetailList>
    </>
  );
}

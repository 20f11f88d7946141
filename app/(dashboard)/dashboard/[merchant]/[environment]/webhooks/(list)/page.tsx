import type { Metadata } from "next";
import { pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { NumberedPager } from "@/components/ui/numbered-pager";
import { PageHeader } from "@/components/ui/page-header";
import { pageOf } from "@/components/ui/page-of";
import { EndpointCard } from "@/components/webhooks/endpoint-card";
import { WebhookTabs } from "@/components/webhooks/webhook-tabs";
import { listEndpoints } from "@/lib/delivery/endpoints/list";
import { requireMember } from "@/lib/service/auth/member";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { endpoints: words } = webhooksMessages;

export const metadata: Metadata = { title: webhooksMessages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks">;

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "webhooks.view");
  const endpoints = await listEndpoints(ctx);
  const { rows, ...turns } = pageOf(endpoints, (await searchParams).page);
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const add = can("webhooks.manage") && (
    <ButtonLink href={pathTo(dashboard, "webhooks", "new")} look="primary">
      {words.add}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={webhooksMessages.title}
        description={words.description}
        actions={endpoints.length > 0 && add}
      />
      <div className="flex flex-col gap-5">
        <WebhookTabs dashboard={dashboard} />
        {endpoints.length === 0 ? (
          <EmptyState title={words.empty.title} action={add}>
            {`${words.empty.text} ${words.empty[environment]}`}
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-3">
            {rows.map((endpoint) => (
              <EndpointCard
                key={endpoint.id}
                endpoint={endpoint}
                href={pathTo(dashboard, "webhooks", endpoint.id)}
                zone={merchant.timeZone}
                now={now}
              />
            ))}
          </ul>
        )}
        <NumberedPager page={turns} address={(page) => withQuery(pathTo(dashboard, "webhooks"), { page })} />
      </div>
    </>
  );
}

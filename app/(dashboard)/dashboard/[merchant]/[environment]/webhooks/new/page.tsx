import type { Metadata } from "next";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { DEFAULT_EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { requireMember } from "@/lib/service/auth/member";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { NewEndpoint } from "./new-endpoint";

export const metadata: Metadata = { title: webhooksMessages.endpoints.add };

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks/new">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "webhooks.manage");
  const terminals = await listActiveTerminals(ctx);
  const dashboard = { merchant: merchant.id, environment };
  return (
    <>
      <PageHeader
        title={webhooksMessages.endpoints.add}
        back={{ href: pathTo(dashboard, "webhooks"), label: webhooksMessages.title }}
      />
      <NewEndpoint
        dashboard={dashboard}
        terminals={terminals.map(({ id, name }) => ({ id, name }))}
        eventTypes={DEFAULT_EVENT_TYPES}
      />
    </>
  );
}

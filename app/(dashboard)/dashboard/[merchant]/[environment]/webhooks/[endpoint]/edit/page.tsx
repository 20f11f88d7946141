import type { Metadata } from "next";
import { endpointOf } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/[endpoint]/endpoint-of";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { EditEndpoint } from "./edit-endpoint";

export const metadata: Metadata = { title: webhooksMessages.endpoint.edit };

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks/[endpoint]/edit">;

export default async function Page({ params }: Props) {
  const { member, endpoint } = await endpointOf(params, "webhooks.manage");
  const { merchant, environment, ctx } = member;
  const dashboard = { merchant: merchant.id, environment };
  const terminals = (await listActiveTerminals(ctx)).map(({ id, name }) => ({ id, name }));
  const own = endpoint.terminal;
  if (own?.archived) terminals.push({ id: own.id, name: webhooksMessages.archived(own.name) });
  return (
    <>
      <PageHeader
        title={webhooksMessages.endpoint.edit}
        back={{ href: pathTo(dashboard, "webhooks", endpoint.id), label: webhooksMessages.endpoint.title }}
      />
      <EditEndpoint
        dashboard={dashboard}
        endpoint={{
          id: endpoint.id,
          url: endpoint.url,
          terminalId: endpoint.terminal?.id ?? null,
          eventTypes: endpoint.eventTypes,
        }}
        terminals={terminals}
      />
    </>
  );
}

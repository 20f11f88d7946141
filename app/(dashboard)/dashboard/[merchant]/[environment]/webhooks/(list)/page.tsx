import type { Metadata } from "next";
import { pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { EndpointCard } from "@/components/webhooks/endpoint-card";
import { WebhookTabs } from "@/components/webhooks/webhook-tabs";
import { requireMember } from "@/lib/auth/member";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";

export const metadata: Metadata = { title: "Webhooks" };

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "webhooks.view");
  const endpoints = await listEndpoints(ctx);
  const place = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const add = can("webhooks.manage") && (
    <ButtonLink href={pathTo(place, "webhooks", "new")} look="primary">
      Add endpoint
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="What happens to a payment is sent to your server at once, signed, and again until it is received."
        actions={endpoints.length > 0 && add}
      />
      <div className="flex flex-col gap-5">
        <WebhookTabs place={place} />
        {endpoints.length === 0 ? (
          <EmptyState title="No endpoint yet" action={add}>
            An endpoint is an address of your server that hears when a payment is paid.{" "}
            {environment === "sandbox"
              ? "In the sandbox it may be on your own machine, for example http://localhost:8080/webhooks."
              : "In live it is public and speaks https, for example https://shop.example/webhooks."}
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-3">
            {endpoints.map((endpoint) => (
              <EndpointCard
                key={endpoint.id}
                endpoint={endpoint}
                href={pathTo(place, "webhooks", endpoint.id)}
                zone={merchant.timeZone}
                now={now}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

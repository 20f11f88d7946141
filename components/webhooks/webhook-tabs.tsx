import type { Route } from "next";
import { type Place, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { webhooksMessages } from "@/lib/messages/en/webhooks";

const { tabs } = webhooksMessages;

/** The two views of Webhooks: endpoints and deliveries. */
export function WebhookTabs({ place }: { place: Place }) {
  return (
    <TabLinks
      label={tabs.label}
      tabs={[
        { href: pathTo(place, "webhooks"), label: tabs.endpoints },
        { href: pathTo(place, "webhooks", "deliveries") as Route, label: tabs.deliveries },
      ]}
    />
  );
}

import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { tabs } = webhooksMessages;

/** The two views of Webhooks: endpoints and deliveries. */
export function WebhookTabs({ dashboard }: { dashboard: DashboardParams }) {
  return (
    <TabLinks
      label={tabs.label}
      tabs={[
        { href: pathTo(dashboard, "webhooks"), label: tabs.endpoints },
        { href: pathTo(dashboard, "webhooks", "deliveries"), label: tabs.deliveries },
      ]}
    />
  );
}

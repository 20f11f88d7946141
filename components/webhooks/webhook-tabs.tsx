import { pathTo, type Scope } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { tabs } = webhooksMessages;

/** The two views of Webhooks: endpoints and deliveries. */
export function WebhookTabs({ scope }: { scope: Scope }) {
  return (
    <TabLinks
      label={tabs.label}
      tabs={[
        { href: pathTo(scope, "webhooks"), label: tabs.endpoints },
        { href: pathTo(scope, "webhooks", "deliveries"), label: tabs.deliveries },
      ]}
    />
  );
}

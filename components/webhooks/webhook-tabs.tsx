import type { Route } from "next";
import { type Place, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";

/** The two views of the section. */
export function WebhookTabs({ place }: { place: Place }) {
  return (
    <TabLinks
      label="Webhooks"
      tabs={[
        { href: pathTo(place, "webhooks"), label: "Endpoints" },
        { href: pathTo(place, "webhooks", "deliveries") as Route, label: "Deliveries" },
      ]}
    />
  );
}

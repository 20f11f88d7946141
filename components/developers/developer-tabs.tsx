import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { developersMessages } from "@/lib/service/messages/en/developers";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { log, tabs } = developersMessages;

/** The views of Developers: where to start, restricted keys and the request log. */
export function DeveloperTabs({ dashboard }: { dashboard: DashboardParams }) {
  return (
    <TabLinks
      label={tabs.label}
      tabs={[
        { href: pathTo(dashboard, "developers"), label: tabs.start },
        { href: pathTo(dashboard, "developers", "keys"), label: keysMessages.title },
        { href: pathTo(dashboard, "developers", "requests"), label: log.title },
      ]}
    />
  );
}

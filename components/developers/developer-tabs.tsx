import { pathTo, type Scope } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { developersMessages } from "@/lib/service/messages/en/developers";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { log, tabs } = developersMessages;

/** The views of Developers: where to start, restricted keys and the request log. */
export function DeveloperTabs({ scope }: { scope: Scope }) {
  return (
    <TabLinks
      label={tabs.label}
      tabs={[
        { href: pathTo(scope, "developers"), label: tabs.start },
        { href: pathTo(scope, "developers", "keys"), label: keysMessages.title },
        { href: pathTo(scope, "developers", "requests"), label: log.title },
      ]}
    />
  );
}

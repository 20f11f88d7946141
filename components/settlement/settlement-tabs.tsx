import { pathTo, type Scope } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { settlementMessages } from "@/lib/service/messages/en/settlement";

const { tabs, title } = settlementMessages;

/** The three views of the section; `open` is how many items need attention. */
export function SettlementTabs({ scope, open }: { scope: Scope; open: number }) {
  return (
    <TabLinks
      label={title}
      tabs={[
        { href: pathTo(scope, "settlement"), label: tabs.overview },
        {
          href: pathTo(scope, "settlement", "attention"),
          label: tabs.attention,
          count: open > 0 ? open : undefined,
        },
        { href: pathTo(scope, "settlement", "funds"), label: tabs.funds },
      ]}
    />
  );
}

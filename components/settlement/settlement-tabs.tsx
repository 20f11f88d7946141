import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { settlementMessages } from "@/lib/service/messages/en/settlement";

const { tabs, title } = settlementMessages;

/** The three views of the section; `open` is how many items need attention. */
export function SettlementTabs({ dashboard, open }: { dashboard: DashboardParams; open: number }) {
  return (
    <TabLinks
      label={title}
      tabs={[
        { href: pathTo(dashboard, "settlement"), label: tabs.overview },
        {
          href: pathTo(dashboard, "settlement", "attention"),
          label: tabs.attention,
          count: open > 0 ? open : undefined,
        },
        { href: pathTo(dashboard, "settlement", "funds"), label: tabs.funds },
      ]}
    />
  );
}

import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import type { Waiting } from "@/lib/payments/attention/count-waiting";
import { settlementMessages } from "@/lib/service/messages/en/settlement";

const { tabs, title } = settlementMessages;

/** The views of the section, with how much waits for a person in each. */
export function SettlementTabs({ dashboard, waiting }: { dashboard: DashboardParams; waiting: Waiting }) {
  const { open, toConfirm, proposed } = waiting;
  return (
    <TabLinks
      label={title}
      tabs={[
        { href: pathTo(dashboard, "settlement"), label: tabs.overview, count: proposed || undefined },
        { href: pathTo(dashboard, "settlement", "attention"), label: tabs.attention, count: open || undefined },
        { href: pathTo(dashboard, "settlement", "refunds"), label: tabs.refunds, count: toConfirm || undefined },
        { href: pathTo(dashboard, "settlement", "funds"), label: tabs.funds },
      ]}
    />
  );
}

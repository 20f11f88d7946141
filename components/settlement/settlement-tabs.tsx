import { type Place, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";
import { settlementMessages } from "@/lib/messages/en/settlement";

const { tabs, title } = settlementMessages;

/** The three views of the section; `open` is how many items need attention. */
export function SettlementTabs({ place, open }: { place: Place; open: number }) {
  return (
    <TabLinks
      label={title}
      tabs={[
        { href: pathTo(place, "settlement"), label: tabs.overview },
        {
          href: pathTo(place, "settlement", "attention"),
          label: tabs.attention,
          count: open > 0 ? open : undefined,
        },
        { href: pathTo(place, "settlement", "funds"), label: tabs.funds },
      ]}
    />
  );
}

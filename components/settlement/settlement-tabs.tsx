import { type Place, pathTo } from "@/components/shell/paths";
import { TabLinks } from "@/components/ui/tab-links";

/** The three views of the section; `open` is how many things need somebody. */
export function SettlementTabs({ place, open }: { place: Place; open: number }) {
  return (
    <TabLinks
      label="Settlement"
      tabs={[
        { href: pathTo(place, "settlement"), label: "Overview" },
        {
          href: pathTo(place, "settlement", "attention"),
          label: "Needs attention",
          count: open > 0 ? open : undefined,
        },
        { href: pathTo(place, "settlement", "funds"), label: "Funds" },
      ]}
    />
  );
}

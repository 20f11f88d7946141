import { terminalColumns } from "@/components/terminals/terminal-columns";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader
        title="Terminals"
        description="A terminal is one place that takes payments: a till, a web shop, a market stall. Each has its own keys, zone and report."
      />
      <TableSkeleton caption="Terminals" columns={terminalColumns("UTC", "")} rows={4} />
    </>
  );
}

import { terminalColumns } from "@/components/terminals/terminal-columns";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { description, title } = terminalsMessages;

export default function Loading() {
  return (
    <>
      <PageHeader title={title} description={description} />
      <TableSkeleton caption={title} columns={terminalColumns("UTC", "")} rows={4} />
    </>
  );
}

import { keyColumns } from "@/components/keys/key-columns";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { developersMessages } from "@/lib/service/messages/en/developers";
import { keysMessages } from "@/lib/service/messages/en/keys";

export default function Loading() {
  return (
    <>
      <PageHeader title={developersMessages.title} description={keysMessages.description} />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-80 max-w-full" />
        <TableSkeleton caption={keysMessages.list.caption} columns={keyColumns("UTC", "")} rows={4} />
      </div>
    </>
  );
}

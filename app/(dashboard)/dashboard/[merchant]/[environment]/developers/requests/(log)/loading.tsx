import { requestColumns } from "@/components/developers/request-columns";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Request log" description="Every call with one of your keys, kept for 30 days." />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-9 w-96 max-w-full" />
        <TableSkeleton caption="Calls" columns={requestColumns("UTC", "")} />
      </div>
    </>
  );
}

import { requestColumns } from "@/components/requests/request-columns";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { developersMessages } from "@/lib/service/messages/en/developers";

const { log, title } = developersMessages;

export default function Loading() {
  return (
    <>
      <PageHeader title={title} description={log.description} />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-80 max-w-full" />
        <Skeleton className="h-9 w-96 max-w-full" />
        <TableSkeleton caption={log.caption} columns={requestColumns("UTC", "")} />
      </div>
    </>
  );
}

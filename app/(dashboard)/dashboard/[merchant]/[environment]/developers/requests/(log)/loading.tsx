import { requestColumns } from "@/components/requests/request-columns";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { developersMessages } from "@/lib/service/messages/en/developers";

const { caption, description, title } = developersMessages.log;

export default function Loading() {
  return (
    <>
      <PageHeader title={title} description={description} />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-9 w-96 max-w-full" />
        <TableSkeleton caption={caption} columns={requestColumns("UTC", "")} />
      </div>
    </>
  );
}

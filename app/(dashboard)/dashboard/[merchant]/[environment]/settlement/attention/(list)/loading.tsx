import { attentionColumns } from "@/components/attention/attention-columns";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { attentionMessages } from "@/lib/service/messages/en/attention";

export default function Loading() {
  return (
    <>
      <PageHeader title={attentionMessages.title} />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-72" />
        <Skeleton className="h-9 w-full" />
        <TableSkeleton
          caption={attentionMessages.table.caption}
          columns={attentionColumns({ zone: "UTC", now: "", places: 2 })}
        />
      </div>
    </>
  );
}

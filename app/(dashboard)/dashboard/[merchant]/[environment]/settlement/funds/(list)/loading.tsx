import { fundsColumns } from "@/components/funds/funds-columns";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { fundsMessages } from "@/lib/service/messages/en/funds";

export default function Loading() {
  return (
    <>
      <PageHeader title={fundsMessages.title} />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-72" />
        <Skeleton className="h-24 w-full" />
        <TableSkeleton
          caption={fundsMessages.table.caption}
          columns={fundsColumns({ zone: "UTC", now: "", places: 2 })}
        />
      </div>
    </>
  );
}

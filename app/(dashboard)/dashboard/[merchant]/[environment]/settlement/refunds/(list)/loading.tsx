import { refundColumns } from "@/components/refunds/refund-columns";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { refundsMessages } from "@/lib/service/messages/en/refunds";

export default function Loading() {
  return (
    <>
      <PageHeader title={refundsMessages.title} />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-72" />
        <Skeleton className="h-9 w-full" />
        <TableSkeleton
          caption={refundsMessages.table.caption}
          columns={refundColumns({ dashboard: { merchant: "", environment: "sandbox" }, zone: "UTC", now: "" })}
        />
      </div>
    </>
  );
}

import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { deliveryColumns } from "@/components/webhooks/delivery-columns";

export default function Loading() {
  return (
    <>
      <PageHeader title="Webhooks" description="Every event on its way to every endpoint, with what came back." />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-9 w-96 max-w-full" />
        <TableSkeleton caption="Deliveries" columns={deliveryColumns({ zone: "UTC", now: "", endpoints: true })} />
      </div>
    </>
  );
}

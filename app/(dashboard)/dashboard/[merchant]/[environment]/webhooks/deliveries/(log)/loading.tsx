import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { deliveryColumns } from "@/components/webhooks/delivery-columns";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

export default function Loading() {
  return (
    <>
      <PageHeader title={webhooksMessages.title} description={webhooksMessages.log.description} />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-9 w-96 max-w-full" />
        <TableSkeleton
          caption={webhooksMessages.log.caption}
          columns={deliveryColumns({ zone: "UTC", now: "", endpoints: true })}
        />
      </div>
    </>
  );
}

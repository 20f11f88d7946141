import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { settlementMessages } from "@/lib/service/messages/en/settlement";

export default function Loading() {
  return (
    <>
      <PageHeader title={settlementMessages.title} />
      <div className="flex flex-col gap-8">
        <p role="status" className="sr-only">
          {settlementMessages.loading}
        </p>
        <Skeleton className="h-9 w-72" />
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    </>
  );
}

import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { commonMessages } from "@/lib/service/messages/en/common";
import { developersMessages } from "@/lib/service/messages/en/developers";

export default function Loading() {
  return (
    <>
      <PageHeader title={developersMessages.title} description={developersMessages.description} />
      <p role="status" className="sr-only">
        {commonMessages.loading}
      </p>
      <Skeleton className="h-9 w-80 max-w-full" />
      <Skeleton className="h-80 w-full" />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </>
  );
}

import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

export default function Loading() {
  return (
    <>
      <PageHeader title={webhooksMessages.title} description={webhooksMessages.endpoints.description} />
      <div className="flex flex-col gap-5">
        <p role="status" className="sr-only">
          {webhooksMessages.endpoints.loading}
        </p>
        <Skeleton className="h-9 w-48" />
        {[1, 2].map((card) => (
          <Skeleton key={card} className="h-31 w-full" />
        ))}
      </div>
    </>
  );
}

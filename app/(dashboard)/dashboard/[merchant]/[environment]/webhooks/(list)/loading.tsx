import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="What happens to a payment is sent to your server at once, signed, and again until it is received."
      />
      <div className="flex flex-col gap-5">
        <p role="status" className="sr-only">
          Loading webhooks
        </p>
        <Skeleton className="h-9 w-48" />
        {[1, 2].map((card) => (
          <Skeleton key={card} className="h-31 w-full" />
        ))}
      </div>
    </>
  );
}

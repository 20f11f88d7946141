import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader
        title="Developers"
        description="What your server needs to take payments, and what it has asked so far."
      />
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-80 w-full" />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </>
  );
}

import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { currenciesMessages as messages } from "@/lib/service/messages/en/currencies";

export default function Loading() {
  return (
    <>
      <PageHeader title={messages.title} description={messages.description} />
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
    </>
  );
}

import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { notificationsMessages as messages } from "@/lib/messages/en/notifications";

export default function Loading() {
  return (
    <>
      <PageHeader title={messages.title} />
      <p role="status" className="sr-only">
        {messages.loading}
      </p>
      {["what", "where", "quiet"].map((part) => (
        <Skeleton key={part} className="h-40 w-full" />
      ))}
    </>
  );
}

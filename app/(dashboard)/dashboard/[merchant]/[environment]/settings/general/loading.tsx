import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { settingsMessages } from "@/lib/service/messages/en/settings";

const { business } = settingsMessages;

export default function Loading() {
  return (
    <>
      <PageHeader title={business.title} description={business.description} />
      <p role="status" className="sr-only">
        {business.loading}
      </p>
      {["details", "logo", "accent", "contact", "cap"].map((part) => (
        <Skeleton key={part} className="h-44 w-full" />
      ))}
    </>
  );
}

import { paymentColumns } from "@/components/payments/payment-columns";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { overviewMessages } from "@/lib/service/messages/en/overview";

const COLUMNS = paymentColumns({ zone: "UTC", now: "2026-01-01T00:00:00Z" });

/** The overview while its figures load, each part at its final size. */
export function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-80 w-full min-[85rem]:h-44" />
      <Skeleton className="h-58 w-full" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Section title={overviewMessages.latest.title}>
          <TableSkeleton caption={overviewMessages.latest.title} columns={COLUMNS} rows={8} />
        </Section>
        <Section title={overviewMessages.attention.title}>
          <Skeleton className="h-24 w-full" />
        </Section>
      </div>
    </div>
  );
}

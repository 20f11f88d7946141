import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { Step } from "@/lib/payments/reports/report-spans";
import { reportsMessages } from "@/lib/service/messages/en/reports";

/** The report while its figures load. */
export function ReportSkeleton({ step }: { step: Step }) {
  const { byDay, byMonth } = reportsMessages;
  return (
    <>
      <p role="status" className="sr-only">
        {reportsMessages.loading}
      </p>
      <Skeleton className="h-24 w-80 max-w-full" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Section title={(step === "day" ? byDay : byMonth).title}>
          <Skeleton className="h-80 w-full" />
        </Section>
        <Section title={reportsMessages.byTerminal.title}>
          <Skeleton className="h-40 w-full" />
        </Section>
      </div>
    </>
  );
}

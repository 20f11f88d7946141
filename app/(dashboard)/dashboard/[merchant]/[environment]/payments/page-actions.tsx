"use client";

import { useAction } from "@/app/_kit/use-action";
import { ExportMenu } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-menu";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useGo } from "@/components/ui/use-go";
import type { ExportFormat } from "@/lib/base/exports/formats";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { createTestPayment } from "./actions";

/** Creates a test payment, and exports the filtered list. */
export function PageActions({
  dashboard,
  exportHref,
  exportFormat,
  canTest,
}: {
  dashboard: DashboardParams;
  exportHref: string | null;
  exportFormat: ExportFormat;
  canTest: boolean;
}) {
  return (
    <>
      {canTest && <TestPayment dashboard={dashboard} />}
      {exportHref && <ExportMenu href={exportHref} format={exportFormat} />}
    </>
  );
}

/** Creates a sandbox payment and opens it. */
export function TestPayment({
  dashboard,
  look = "secondary",
}: {
  dashboard: DashboardParams;
  look?: "primary" | "secondary";
}) {
  const { go, pending } = useGo();
  const { run, busy } = useAction(createTestPayment, {
    onDone: ({ id }) => go(pathTo(dashboard, "payments", id)),
    onRefused: ({ message }) => toast({ title: paymentsMessages.test.refused, detail: message, tone: "bad" }),
    refresh: false,
  });
  return (
    <Button look={look} size="small" pending={busy || pending} onClick={() => run(dashboard, {})}>
      {paymentsMessages.test.create}
    </Button>
  );
}

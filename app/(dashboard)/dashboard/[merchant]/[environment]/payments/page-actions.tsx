"use client";

import { useAction } from "@/app/_kit/use-action";
import { ExportMenu } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-menu";
import { pathTo, type Scope } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useGo } from "@/components/ui/use-go";
import type { ExportFormat } from "@/lib/base/exports/formats";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { createTestPayment } from "./actions";

/** Creates a test payment, and exports the filtered list. */
export function PageActions({
  scope,
  exportHref,
  exportFormat,
  canTest,
}: {
  scope: Scope;
  exportHref: string | null;
  exportFormat: ExportFormat;
  canTest: boolean;
}) {
  return (
    <>
      {canTest && <TestPayment scope={scope} />}
      {exportHref && <ExportMenu href={exportHref} format={exportFormat} />}
    </>
  );
}

/** Creates a sandbox payment and opens it. */
export function TestPayment({ scope, look = "secondary" }: { scope: Scope; look?: "primary" | "secondary" }) {
  const { go, pending } = useGo();
  const { run, busy } = useAction(createTestPayment, {
    onDone: ({ id }) => go(pathTo(scope, "payments", id)),
    onRefused: ({ message }) => toast({ title: paymentsMessages.test.refused, detail: message, tone: "bad" }),
    refresh: false,
  });
  return (
    <Button look={look} size="small" pending={busy || pending} onClick={() => run(scope, {})}>
      {paymentsMessages.test.create}
    </Button>
  );
}

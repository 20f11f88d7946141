"use client";

import { useAction } from "@/app/_kit/use-action";
import { makeTestPayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/actions";
import { type Place, pathTo } from "@/components/shell/paths";
import { Button, buttonClass } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useGo } from "@/components/ui/use-go";

/** A test payment, and the filtered list as a file: a plain link, since its answer is a download. */
export function PageActions({
  scope,
  exportHref,
  canTest,
}: {
  scope: Place;
  exportHref: string | null;
  canTest: boolean;
}) {
  return (
    <>
      {canTest && <TestPayment scope={scope} />}
      {exportHref && (
        <a href={exportHref} download className={buttonClass({ look: "secondary", size: "small" })}>
          Export CSV
        </a>
      )}
    </>
  );
}

/** Makes a sandbox payment and opens it. */
export function TestPayment({ scope, look = "secondary" }: { scope: Place; look?: "primary" | "secondary" }) {
  const { go, pending } = useGo();
  const { run, busy } = useAction(makeTestPayment, {
    onDone: ({ id }) => go(pathTo(scope, "payments", id)),
    onRefused: ({ message }) => toast({ title: "No payment was made", detail: message, tone: "bad" }),
    refresh: false,
  });
  return (
    <Button look={look} size="small" pending={busy || pending} onClick={() => run(scope, {})}>
      Make a test payment
    </Button>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { removeRate } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/currencies/actions";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";

const messages = currenciesMessages.remove;

/** Stops pricing in a currency. */
export function RemoveCurrency({ dashboard, currency }: { dashboard: DashboardParams; currency: string }) {
  const router = useRouter();
  return (
    <ConfirmDialog
      trigger={{ children: messages.action }}
      title={messages.question(currency)}
      consequence={messages.consequence(currency)}
      verb={messages.action}
      password
      onConfirm={(data) => removeRate(dashboard, { currency }, ownPassword(data))}
      onDone={() => {
        toast({ title: messages.done(currency) });
        router.push(pathTo(dashboard, "settings", "currencies"));
      }}
      refresh={false}
    />
  );
}

"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { formatCount } from "@/lib/base/values/intl";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import type { ConfirmRefundsProps } from "./confirm-form";

const load = () => import("./confirm-form").then((module) => module.ConfirmForm);

const words = refundsMessages.confirm;

/** Shows each refund once more, and asks for the password. */
export function ConfirmRefunds(props: ConfirmRefundsProps) {
  const count = props.refunds.length;
  const shown = formatCount(count);
  return (
    <LoadedDialog
      title={words.title(count, shown)}
      description={words.descriptions[props.dashboard.environment]}
      // it stays where the focus returns to
      trigger={{ children: words.action(count, shown), look: count > 0 ? "primary" : "secondary", busy: count === 0 }}
      insist
      wide
      load={load}
      content={props}
    />
  );
}

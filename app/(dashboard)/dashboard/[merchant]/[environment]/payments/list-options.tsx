"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { Checkbox } from "@/components/ui/checkbox";
import { Fieldset } from "@/components/ui/fieldset";
import { Popover } from "@/components/ui/popover";
import { toast } from "@/components/ui/toast";
import { CHOSEN_COLUMNS, type ChosenColumn } from "@/lib/payments/lists/chosen-columns";
import type { ListChoice } from "@/lib/payments/lists/list-choice";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { savePaymentList } from "./actions";

const words = paymentsMessages.display;

/** Chooses the columns and the height of the rows; each change applies at once and is kept for the member. */
export function ListOptions({ dashboard, choice }: { dashboard: DashboardParams; choice: ListChoice }) {
  const [shown, setShown] = useState(choice);
  const { run } = useAction(savePaymentList, {
    onRefused: ({ message }) => {
      setShown(choice);
      toast({ title: words.refused, detail: message, tone: "bad" });
    },
  });
  const change = (next: ListChoice) => {
    setShown(next);
    run(dashboard, next);
  };
  const toggle = (column: ChosenColumn, isOn: boolean) =>
    change({
      ...shown,
      columns: CHOSEN_COLUMNS.filter((one) => (one === column ? isOn : shown.columns.includes(one))),
    });
  return (
    <Popover label={words.label} button={words.button} look="secondary" align="end" className="max-sm:hidden">
      <div className="flex flex-col gap-4">
        <Fieldset legend={words.columns}>
          {CHOSEN_COLUMNS.map((column) => (
            <Checkbox
              key={column}
              label={words.names[column]}
              checked={shown.columns.includes(column)}
              onChange={(event) => toggle(column, event.target.checked)}
            />
          ))}
        </Fieldset>
        <Checkbox
          label={words.compact}
          checked={shown.compact}
          onChange={(event) => change({ ...shown, compact: event.target.checked })}
        />
      </div>
    </Popover>
  );
}

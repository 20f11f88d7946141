"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import type { ChoosableRefund } from "./chosen-refunds";

const words = refundsMessages.choice;

type Choice = {
  rows: readonly ChoosableRefund[];
  chosen: readonly ChoosableRefund[];
  choose(ids: readonly string[], wanted: boolean): void;
};

const ChoiceContext = createContext<Choice>({ rows: [], chosen: [], choose: () => {} });

/** The refunds that are chosen in the list below. */
export const useRefundChoice = () => useContext(ChoiceContext);

/** Keeps which refunds of a page are chosen, at first none. What leaves the page is no longer chosen. */
export function RefundChoice({ rows, children }: { rows: readonly ChoosableRefund[]; children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const choice = useMemo(
    (): Choice => ({
      rows,
      chosen: rows.filter(({ id }) => ids.has(id)),
      choose: (changed, wanted) =>
        setIds((before) => {
          const next = new Set(before);
          for (const id of changed) wanted ? next.add(id) : next.delete(id);
          return next;
        }),
    }),
    [rows, ids],
  );
  return <ChoiceContext value={choice}>{children}</ChoiceContext>;
}

/** Chooses one refund. One that can't be chosen keeps the box's place, unless none can be. */
export function ChooseRefund({ id, label }: { id: string; label: string }) {
  const { rows, chosen, choose } = useRefundChoice();
  if (rows.length === 0) return null;
  if (!rows.some((row) => row.id === id)) return <span className="-ms-2 -me-1 w-9 shrink-0 pointer-fine:w-8" />;
  return (
    <label className="-my-2 -ms-2 -me-1 grid min-h-11 min-w-9 shrink-0 cursor-pointer place-items-center pointer-fine:min-h-8 pointer-fine:min-w-8">
      <input
        type="checkbox"
        aria-label={words.one(label)}
        checked={chosen.some((row) => row.id === id)}
        onChange={(event) => choose([id], event.target.checked)}
        className="tick size-5 pointer-fine:size-4"
      />
    </label>
  );
}

/** Chooses all of the page that can be chosen, or none. */
export function ChooseAllRefunds() {
  const { rows, chosen, choose } = useRefundChoice();
  if (rows.length === 0) return null;
  const isPartly = chosen.length > 0 && chosen.length < rows.length;
  return (
    <Checkbox
      label={words.all(rows.length)}
      checked={chosen.length === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      onChange={(event) =>
        choose(
          rows.map(({ id }) => id),
          event.target.checked,
        )
      }
    />
  );
}

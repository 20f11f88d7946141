import type { Ref } from "react";
import { Button } from "@/components/ui/button";

type Props = { value: string; onChange(value: string): void; onDone(): void; ref?: Ref<HTMLInputElement> };

/** A table, an order, a name: what the shop will know the payment by. */
export function ReferenceRow({ value, onChange, onDone, ref }: Props) {
  return (
    <div className="flex gap-1.5">
      <label className="min-w-0 flex-1">
        <span className="sr-only">Reference, optional; the customer sees it</span>
        <input
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && onDone()}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="done"
          placeholder="Table 4, order 1042"
          className="box min-h-12!"
        />
      </label>
      <Button look="secondary" onClick={onDone} className="min-h-12">
        Done
      </Button>
    </div>
  );
}

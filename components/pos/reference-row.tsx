import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { commonMessages } from "@/lib/service/messages/en/common";
import { posMessages } from "@/lib/service/messages/en/pos";

type Props = { value: string; onChange(value: string): void; onDone(): void; ref?: Ref<HTMLInputElement> };

/** A table, an order or a name by which the shop finds the payment again. */
export function ReferenceRow({ value, onChange, onDone, ref }: Props) {
  return (
    <div className="flex gap-1.5">
      <label className="min-w-0 flex-1">
        <span className="sr-only">{posMessages.entry.referenceLabel}</span>
        <input
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && onDone()}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="done"
          placeholder={posMessages.entry.referencePlaceholder}
          className="box min-h-12!"
        />
      </label>
      <Button look="secondary" onClick={onDone} className="min-h-12">
        {commonMessages.done}
      </Button>
    </div>
  );
}

import { type Ref, useId } from "react";
import { FieldError } from "@/components/ui/field";
import { percentOf } from "@/lib/payments/pos/entry";
import { posMessages } from "@/lib/service/messages/en/pos";

const { entry } = posMessages;

const TIP_PRESETS = [0, 5, 10, 15];

export type TipChoice = { kind: "preset"; percent: number } | { kind: "own" };

export function tipChoice(percent: number): TipChoice {
  return TIP_PRESETS.includes(percent) ? { kind: "preset", percent } : { kind: "own" };
}

type Props = {
  choice: TipChoice;
  onChoose(choice: TipChoice): void;
  /** as typed; the device remembers it */
  own: string;
  onOwn(text: string): void;
  ownRef?: Ref<HTMLInputElement>;
};

const CHIP =
  "flex min-h-12 min-w-0 touch-manipulation items-center justify-center rounded-till border text-14 font-medium " +
  "whitespace-nowrap transition-colors duration-150 ease-out";

const INVALID = "border-brick bg-card text-brick";

/** The tip in percent: four presets and a custom one. */
export function TipRow({ choice, onChoose, own, onOwn, ownRef }: Props) {
  const errorId = useId();
  const isInvalid = choice.kind === "own" && percentOf(own) === null;
  const chosen = (yes: boolean) => (yes ? "border-ink bg-ink text-paper" : "bg-card hover:border-ink/40");
  return (
    <fieldset aria-label={entry.tip} className="grid grid-cols-5 gap-1.5">
      {TIP_PRESETS.map((percent) => {
        const on = choice.kind === "preset" && choice.percent === percent;
        return (
          <button
            key={percent}
            type="button"
            aria-pressed={on}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose({ kind: "preset", percent })}
            className={`${CHIP} ${chosen(on)}`}
          >
            {percent === 0 ? entry.noTip : `${percent}%`}
          </button>
        );
      })}
      {choice.kind === "own" ? (
        <label
          className={`${CHIP} ${isInvalid ? INVALID : chosen(true)} cursor-text px-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-verdigris`}
        >
          <span className="sr-only">{entry.customTipLabel}</span>
          <input
            ref={ownRef}
            value={own}
            onChange={(event) => onOwn(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && !isInvalid && event.currentTarget.blur()}
            inputMode="decimal"
            maxLength={4}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? errorId : undefined}
            autoComplete="off"
            className="figures w-[4ch] min-w-0 bg-transparent text-end text-16 outline-none"
          />
          %
        </label>
      ) : (
        <button type="button" onClick={() => onChoose({ kind: "own" })} className={`${CHIP} ${chosen(false)}`}>
          {percentOf(own) ? `${own}%` : entry.customTip}
        </button>
      )}
      <div role="alert" className="col-span-5 empty:hidden">
        {isInvalid && <FieldError id={errorId}>{entry.customTipInvalid}</FieldError>}
      </div>
    </fieldset>
  );
}

import { displayAmount, headlineAmount } from "@/lib/base/values/money";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { HeroAmount } from "./amount";

/** The main amount of a screen with two decimals. The whole amount shows on hover and focus, and is read out. */
export function HeadlineAmount({ micros }: { micros: bigint }) {
  const [shown, exact] = [headlineAmount(micros), displayAmount(micros)];
  if (shown === exact) return <HeroAmount value={shown} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the whole amount must be within reach of the keyboard too
    <span data-tip={`${exact}\u00a0USDT`} tabIndex={0}>
      <HeroAmount value={shown} />
      <span className="sr-only">{uiMessages.exactly(exact)}</span>
    </span>
  );
}

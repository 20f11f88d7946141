import type { ComponentProps } from "react";

const SHAPE =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-till font-medium transition-colors " +
  "duration-150 ease-out aria-disabled:cursor-default aria-disabled:opacity-60";

const LOOKS = {
  primary: "bg-ink text-paper hover:bg-ink/85",
  secondary: "border border-ink/25 bg-card text-ink hover:border-ink/60",
  quiet: "text-ink underline decoration-line decoration-2 underline-offset-4 hover:decoration-ink",
};

const SIZES = { normal: "px-5 text-16", small: "px-3 text-14" };

type Style = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES };

/** For links that act: the same look as a button. */
export function buttonClass({ look = "primary", size = "normal" }: Style = {}, className = "") {
  return `${SHAPE} ${LOOKS[look]} ${SIZES[size]} ${className}`;
}

type Props = ComponentProps<"button"> & Style & { busy?: boolean };

/** Busy buttons stay in the tab order and keep the focus; they only stop answering. */
export function Button({ look, size, busy = false, className, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonClass({ look, size }, className)}
    />
  );
}

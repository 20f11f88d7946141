import type { ComponentProps, MouseEvent } from "react";
import { Spinner } from "./spinner";

const SHAPE =
  "relative inline-flex min-h-11 shrink-0 items-center justify-center gap-2 rounded-till font-medium transition-colors " +
  "duration-150 ease-out aria-disabled:cursor-default disabled:opacity-60";

const LOOKS = {
  primary: "bg-ink text-paper hover:bg-ink/85",
  secondary: "border border-ink/25 bg-card text-ink hover:border-ink/60",
  quiet: "text-ink underline decoration-line decoration-2 underline-offset-4 hover:decoration-ink",
  ghost: "text-ink-2 hover:bg-ink/6 hover:text-ink aria-expanded:bg-ink/8 aria-expanded:text-ink",
  danger: "bg-brick-fill text-white hover:bg-brick-fill/85",
  risky: "border border-ink/25 bg-card text-brick hover:border-brick",
  link: "text-verdigris underline underline-offset-4 decoration-1 hover:decoration-2",
};

const SIZES = {
  normal: "px-5 text-16",
  small: "px-3 text-14 pointer-fine:min-h-9",
  icon: "min-w-11 text-14 pointer-fine:min-h-9 pointer-fine:min-w-9",
};

export type ButtonStyle = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES };

/** The classes of a button, for links that act. */
export function buttonClass({ look = "primary", size = "normal" }: ButtonStyle = {}, className = "") {
  return `${SHAPE} ${LOOKS[look]} ${look === "link" ? "text-14" : SIZES[size]} ${className}`;
}

export type ButtonProps = ComponentProps<"button"> &
  ButtonStyle & {
    /** ignores clicks while another control is busy */
    busy?: boolean;
    /** ignores clicks while its own action runs; a spinner replaces the label after 300 ms */
    pending?: boolean;
  };

/** Busy and pending buttons stay in the tab order and keep focus; they only ignore clicks. */
export function Button({
  look,
  size,
  busy = false,
  pending = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const stopped = busy || pending;
  const dimmed = pending ? "text-transparent! delay-300" : busy ? "opacity-60" : "";
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={stopped || rest["aria-disabled"]}
      aria-busy={pending || undefined}
      onClick={stopped ? refuse : onClick}
      className={buttonClass({ look, size }, `${dimmed} ${className ?? ""}`)}
    >
      <span className="contents">{children}</span>
      {pending && (
        <span className={`absolute inset-0 grid place-items-center ${SPINNER_COLOURS[look ?? "primary"]}`}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

const SPINNER_COLOURS: Record<keyof typeof LOOKS, string> = {
  primary: "text-paper",
  danger: "text-white",
  risky: "text-brick",
  secondary: "text-ink",
  quiet: "text-ink",
  ghost: "text-ink",
  link: "text-verdigris",
};

function refuse(event: MouseEvent) {
  event.preventDefault();
}

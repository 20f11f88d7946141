import { buttonClass } from "@/components/ui/button";

type Props = { text: string; look?: "primary" | "secondary"; children: string };

/** Copies `text`; the page's script presses it. Hidden without JavaScript, where people select the text themselves. */
export function CopyButton({ text, look = "secondary", children }: Props) {
  return (
    <button type="button" data-copy={text} className={buttonClass({ look }, "w-full noscript:hidden")}>
      <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-4 shrink-0">
        <path
          d="M5.5 5.5V2h8.5v8.5h-3.5M2 5.5h8.5V14H2Z"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
        />
      </svg>
      <span>{children}</span>
    </button>
  );
}

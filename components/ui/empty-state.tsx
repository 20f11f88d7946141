import type { ReactNode } from "react";

type Props = {
  title: string;
  /** what will appear here, and what to do next */
  children: ReactNode;
  /** a button or link for the next step */
  action?: ReactNode;
};

/** An empty list: a picture, what will appear here, and the next step. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center sm:py-16">
      <BlankStrip />
      <h2 className="mt-5 text-16 font-semibold">{title}</h2>
      <div className="mt-1 max-w-[48ch] text-14 text-pretty text-ink-2">{children}</div>
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

function BlankStrip() {
  return (
    <svg viewBox="0 0 72 64" fill="none" aria-hidden="true" className="w-18 text-ink">
      <path
        d="M14 6h44v50l-5.5-5-5.5 5-5.5-5-5.5 5-5.5-5-5.5 5-5.5-5-5.5 5Z"
        fill="var(--card)"
        stroke="currentColor"
        strokeOpacity="0.35"
        strokeLinejoin="round"
      />
      <path
        d="M22 18h16M22 27h10M44 27h6M22 36h10M44 36h6"
        stroke="currentColor"
        strokeOpacity="0.25"
        strokeWidth="2"
      />
      <rect x="6" y="3" width="60" height="6" rx="3" fill="currentColor" />
    </svg>
  );
}

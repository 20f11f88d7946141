"use client";

/** The warning icon, in the colour of its text. Hidden from screen readers, since the text is beside it. */
export function WarningMark({ className = "size-4" }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d="M8 1.75 14.75 14H1.25L8 1.75Z" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M8 6v4m0 1.25v1.25" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

/** Visible after 300 ms. The text beside it, or `label`, says what is loading. */
export function Spinner({ label, className = "size-4" }: { label?: string; className?: string }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex animate-late">
      <svg
        viewBox="0 0 16 16"
        fill="none"
        aria-hidden="true"
        className={`animate-turn motion-reduce:[animation-duration:4s] ${className}`}
      >
        <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.5" opacity="0.25" />
        <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

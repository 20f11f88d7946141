/** Closes the payment window; in the corner of its head. */
export function CloseButton({ name }: { name: string }) {
  return (
    <button
      type="button"
      data-close=""
      aria-label={name}
      className="flex size-11 items-center justify-center rounded-till hover:bg-ink/6"
    >
      <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-5">
        <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    </button>
  );
}

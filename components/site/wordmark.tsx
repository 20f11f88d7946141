import { Link } from "@/components/ui/link";

/** The logo and the name, linked to the start page. */
export function Wordmark({ name }: { name: string }) {
  return (
    <Link href="/" className="inline-flex min-h-11 items-center gap-2.5 text-20 font-semibold tracking-[-0.02em]">
      <svg viewBox="0 0 14 22" fill="none" aria-hidden="true" className="h-6">
        <path d="M0 0h14v19.5L11.67 22l-2.34-2.5L7 22l-2.33-2.5L2.33 22 0 19.5Z" fill="currentColor" />
        <path d="M3 5h8M3 9h4" stroke="var(--paper)" strokeWidth="1.5" />
        <path d="m4 13.5 2 2 4-4.4" stroke="var(--paper)" strokeWidth="1.75" />
      </svg>
      <span>{name}</span>
    </Link>
  );
}

import type { IntentStatus } from "@/lib/payments/intents/state";

/** The status of an intent as people see it: a pending intent that is partially paid has one of its own. */
export type ShownStatus = IntentStatus | "partly";

/** The drawing of a status, for markup that isn't rendered by Next; others use `StatusMark`. */
export function StatusDrawing({ status, className }: { status: ShownStatus; className: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={`shrink-0 ${className}`}>
      <Shape status={status} />
    </svg>
  );
}

function Shape({ status }: { status: ShownStatus }) {
  switch (status) {
    case "pending":
      return <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.5" />;
    case "partly":
      return (
        <>
          <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 4.25a3.75 3.75 0 0 1 0 7.5Z" fill="currentColor" />
        </>
      );
    case "paid":
      return (
        <path
          d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.9 5.1-4.6 5.1a.8.8 0 0 1-1.2 0L4 8.9l1.1-1.1 1.6 1.7 4-4.5 1.2 1.1Z"
          fill="currentColor"
          fillRule="evenodd"
        />
      );
    case "expired":
      return (
        <path
          d="M4.9 2.6a6.25 6.25 0 0 1 8.5 8.5M11.1 13.4a6.25 6.25 0 0 1-8.5-8.5M8 4.25V8l2.75-1.5M2 2l12 12"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      );
    case "cancelled":
      return <rect x="1.75" y="6.25" width="12.5" height="3.5" rx="1" fill="currentColor" />;
  }
}

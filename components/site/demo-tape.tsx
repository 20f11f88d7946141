import { demoMessages } from "@/lib/service/messages/en/site";

export type Call = { afterMs: number; name: string; answer: string };

/** The API requests of the demo so far, with their responses. */
export function DemoTape({ calls }: { calls: Call[] }) {
  if (calls.length === 0) return null;
  return (
    <ol aria-label={demoMessages.requests} translate="no" className="figures flex flex-col gap-1 text-12 text-ink-2">
      {calls.map((call) => (
        <li key={call.afterMs} className="flex items-end gap-2">
          <span className="w-[6ch] shrink-0 text-right">{`${(call.afterMs / 1_000).toFixed(1)}\u00a0s`}</span>
          <span className="truncate">{call.name}</span>
          <span aria-hidden="true" className="leader mb-[0.3em]" />
          <span className={call.answer === "paid" ? "text-verdigris" : "text-ink"}>{call.answer}</span>
        </li>
      ))}
    </ol>
  );
}

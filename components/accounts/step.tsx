import type { Elements } from "@/components/ui/elements";
import { StatusMark } from "@/components/ui/status-mark";
import { welcomeMessages } from "@/lib/service/messages/en/welcome";

type Props = { number: number; title: string; state: "done" | "now" | "later"; children: Elements };

/** One step of several in an ordered list: its number, or a tick once it is done. */
export function Step({ number, title, state, children }: Props) {
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={`grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-t pt-5 pb-3 ${state === "later" ? "text-ink-2" : ""}`}
    >
      <span
        aria-hidden="true"
        className={`figures grid size-7 place-items-center rounded-full border text-14 ${state === "now" ? "border-ink bg-ink text-paper" : "border-ink/25"} ${state === "done" ? "text-verdigris" : ""}`}
      >
        {state === "done" ? <StatusMark status="paid" /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-4">
        <h2 className="text-16/7 font-semibold">
          <span>{title}</span>
          {state === "done" && <span className="sr-only">{welcomeMessages.stepDone}</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}

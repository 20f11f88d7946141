import type { Elements } from "@/components/ui/elements";
import { StatusMark } from "@/components/ui/status-mark";
import { TextLink } from "@/components/ui/text-link";
import { overviewMessages } from "@/lib/service/messages/en/overview";
import type { ChecklistStep } from "./checklist-steps";

const { checklist } = overviewMessages;

type Props = {
  steps: ChecklistStep[];
  /** every step is shown; otherwise one line says what is next */
  isOpen: boolean;
  /** the button that dismisses it, for those who may */
  dismiss: Elements;
};

/** The steps from sign-up to live payments, each with a link to where it is done. */
export function Checklist({ steps, isOpen, dismiss }: Props) {
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => step.href);
  return (
    <section aria-labelledby="checklist" className="flex items-start rounded-till border bg-card pe-1 text-14">
      <details open={isOpen} className="min-w-0 flex-1">
        <summary className="px-4 py-2.5">
          <h2 id="checklist" className="inline font-semibold">
            {checklist.title}
          </h2>{" "}
          <span className="ms-1 text-ink-2">
            {checklist.progress(done, steps.length) + (next ? `. ${checklist.next} ${next.title}` : "")}
          </span>
        </summary>
        <ol className="grid gap-x-10 px-4 pb-3 lg:grid-cols-2">
          {steps.map((step) => (
            <li key={step.id} className="flex gap-3 py-1.5">
              <span className={`mt-0.5 ${step.isDone ? "text-verdigris" : "text-ink-2"}`}>
                <StatusMark status={step.isDone ? "paid" : "pending"} />
              </span>
              <span className="min-w-0 text-ink-2">
                {step.href ? <TextLink href={step.href}>{step.title}</TextLink> : <span>{step.title}</span>}
                {step.isDone && <span className="sr-only">{checklist.done}</span>}
                {step.hint && <span className="block">{step.hint}</span>}
              </span>
            </li>
          ))}
        </ol>
      </details>
      {dismiss}
    </section>
  );
}

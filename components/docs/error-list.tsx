import { exampleOf, jsonOf } from "./curl";
import type { Answer } from "./openapi";
import { Inlines } from "./prose";

/** The error responses of an operation, one line per code. */
export function ErrorList({ responses }: { responses: Record<string, Answer> }) {
  const refusals = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  if (refusals.length === 0) return null;
  return (
    <section aria-label="Errors">
      <h4 className="border-b border-ink/40 pb-2 text-14 font-semibold">Errors</h4>
      <ul className="text-14">
        {refusals.flatMap(([status, answer]) =>
          reasonsOf(answer).map((reason) => (
            <li key={status + reason.code} className="grid grid-cols-[2.5rem_1fr] gap-x-3 border-b py-2.5">
              <span className="figures">{status}</span>
              <span>
                {reason.code !== "" && (
                  <code translate="no" className="figures mr-3 font-semibold wrap-anywhere">
                    {reason.code}
                  </code>
                )}
                <span className="text-ink-2">
                  <Inlines text={reason.text} />
                </span>
              </span>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

/** One reason per example, since each example of an error response has its own code. */
function reasonsOf(answer: Answer): { code: string; text: string }[] {
  const media = jsonOf(answer.content);
  const examples = Object.values(media?.examples ?? { only: { value: exampleOf(media) } });
  return examples.map((example) => {
    const { code = "", error = "" } = (example.value ?? {}) as { code?: string; error?: string };
    return { code, text: example.summary ?? example.description ?? (error || (answer.description ?? "")) };
  });
}

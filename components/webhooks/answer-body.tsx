import { CodeBlock } from "@/components/ui/code-block";

/** The beginning of what a receiver answered. */
export function AnswerBody({ excerpt }: { excerpt: string }) {
  if (excerpt === "") return <p className="text-14 text-ink-2">The answer had no text in it.</p>;
  return <CodeBlock code={excerpt} caption="Answer" />;
}

import { CodeBlock } from "@/components/ui/code-block";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { attempts } = webhooksMessages.delivery;

/** The beginning of the receiver's response body. */
export function AnswerBody({ excerpt }: { excerpt: string }) {
  if (excerpt === "") return <p className="text-14 text-ink-2">{attempts.emptyResponse}</p>;
  return <CodeBlock code={excerpt} caption={attempts.response} />;
}

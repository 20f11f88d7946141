import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { settlementMessages } from "@/lib/service/messages/en/settlement";

const { liveOff } = settlementMessages;

/** No node is configured: what the administrator has to set. */
export function LiveOff() {
  return (
    <div className="flex flex-col">
      <EmptyState title={liveOff.title}>{liveOff.text}</EmptyState>
      <div className="mx-auto w-full max-w-xl min-w-0">
        <CodeBlock caption={liveOff.settings} code={liveOff.code} />
      </div>
    </div>
  );
}

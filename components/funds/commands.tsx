import { CodeBlock } from "@/components/ui/code-block";
import { signingMessages } from "@/lib/service/messages/en/signing";

const { caption, many } = signingMessages.command;

/** Lines for wallet-cli; many scroll. */
export function Commands({ lines }: { lines: readonly string[] }) {
  return (
    <div className="max-h-120 w-full overflow-y-auto">
      <CodeBlock caption={lines.length === 1 ? caption : many} code={lines.join("\n")} />
    </div>
  );
}

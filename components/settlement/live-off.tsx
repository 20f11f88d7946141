import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";

/** No node is configured: what the operator of this installation sets. */
export function LiveOff() {
  return (
    <div className="flex flex-col">
      <EmptyState title="Live is off on this installation">
        Till reads the TRON blockchain through a node, and none is configured. Whoever operates this installation sets
        these and starts it again. The sandbox works without.
      </EmptyState>
      <div className="mx-auto w-full max-w-xl min-w-0">
        <CodeBlock caption="Settings of the service" code={SETTINGS} />
      </div>
    </div>
  );
}

const SETTINGS = `# two providers or more, separated by commas; the first that works is used
TRON_RPC_URLS=https://node-one.example/jsonrpc,https://node-two.example/jsonrpc
# sent to TronGrid
TRON_API_KEY=
# mainnet, or nile to try it with test coins
TRON_NETWORK=mainnet`;

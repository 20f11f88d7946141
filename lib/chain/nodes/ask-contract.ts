import type { RpcAnswer } from "@/lib/chain/nodes/rpc";
import type { RpcCall } from "@/lib/chain/nodes/rpc-calls";
import type { RpcError } from "@/lib/chain/nodes/rpc-error";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

/** A contract answers so to a function that it does not have. */
const NO_SUCH_FUNCTION = /revert/i;
const ASKED_AGAIN = 2;

type Told = {
  /** null: the contract has no such function; undefined: it could not be asked */
  told: (bigint | null | undefined)[];
  /** of one that could not be asked */
  failure: RpcError | null;
};

/** Asks the contract, and again what the node could not answer at that moment. */
export async function askContract(ctx: WatchContext, calls: readonly RpcCall<bigint>[]): Promise<Told> {
  const told: Told["told"] = calls.map(() => undefined);
  let failure: RpcError | null = null;
  for (let n = 0; n <= ASKED_AGAIN; n++) {
    const open = calls.flatMap((call, index) => (told[index] === undefined ? [{ call, index }] : []));
    if (open.length === 0) break;
    failure = null;
    const answers = await ctx.providers.use((rpc) => rpc.batch(open.map(({ call }) => call)));
    for (const [place, { index }] of open.entries()) {
      const { value, error } = answers[place] as RpcAnswer<bigint>;
      const isNone =
        error?.kind === "bad_answer" || (error?.kind === "refused" && NO_SUCH_FUNCTION.test(error.message));
      if (error && !isNone) failure = error;
      else told[index] = value ?? null;
    }
  }
  return { told, failure };
}

import type { MemberContext } from "@/lib/base/context/context";
import { givingWay, inGroups } from "@/lib/base/pacing/give-way";
import { requirePeriod } from "@/lib/payments/reports/takings";
import { type BookInput, readBooks } from "@/lib/settlement/books/book-export";
import { presentReconciliation } from "@/lib/settlement/books/present-reconciliation";

/** Lines of one slice of the event loop. */
const LINES_AT_ONCE = 50;

/** The accounting export as JSON, in pieces of text, with a line for each of the books. Errors as `exportBooks`. */
export function writeBooksJson(ctx: MemberContext, input: BookInput): AsyncGenerator<string> {
  requirePeriod(input);
  return write(ctx, input);
}

async function* write(ctx: MemberContext, input: BookInput): AsyncGenerator<string> {
  const { from, to, zone } = input;
  yield `${JSON.stringify({ from, to, time_zone: zone, environment: ctx.environment }).slice(0, -1)},"lines":[`;
  let separator = "\n";
  for await (const piece of readBooks(ctx, input)) {
    if ("reconciliation" in piece) {
      yield `\n],"reconciliation":${JSON.stringify(presentReconciliation(piece.reconciliation))}}\n`;
      return;
    }
    for await (const lines of givingWay(inGroups([piece.lines], LINES_AT_ONCE))) {
      yield separator + lines.map((line) => JSON.stringify(line)).join(",\n");
      separator = ",\n";
    }
  }
}

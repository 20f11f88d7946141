import { declareKeyed } from "@/lib/service/api/declare";
import { parametersOf } from "@/lib/service/api/input";
import { exampleReconciliation } from "@/lib/service/api/openapi/example-books";
import { reconcileByKey } from "@/lib/settlement/books/list-by-key";
import { presentReconciliation } from "@/lib/settlement/books/present-reconciliation";
import { BookReconciliationAnswer, BookSpanQuery } from "@/lib/settlement/books/schemas";

const DAY = { rule: "a date, for example 2026-03-01" } as const;

export const getBookReconciliation = declareKeyed({
  path: "/book-reconciliation",
  tag: "Reports",
  limit: "api",
  scope: "reports:read",
  operations: {
    GET: {
      id: "getBookReconciliation",
      summary: "Reconcile the books",
      description:
        "Extension. Compares the `sale` lines of the days from `from` to `to` with the amounts due of the intents that were paid on them, and the lines of all time with the balances of your addresses. A key for one terminal compares its terminal's sales only. This reads every line, so call it once you have read a month, not in a loop.",
      input: parametersOf(BookSpanQuery, { code: "invalid_period", fields: { from: DAY, to: DAY } }),
    },
  },
  answer: {
    schema: BookReconciliationAnswer,
    description: "The sums that were compared.",
    example: exampleReconciliation,
  },
  errors: [],
  verb: reconcileByKey,
  present: presentReconciliation,
});

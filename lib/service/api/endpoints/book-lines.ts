import { AFTER_RULE, LIMIT_RULE } from "@/lib/base/lists/page-query";
import { declareKeyed } from "@/lib/service/api/declare";
import { parametersOf } from "@/lib/service/api/input";
import { exampleBookPage } from "@/lib/service/api/openapi/example-books";
import { listBookLines as listVerb } from "@/lib/settlement/books/list-by-key";
import { presentBookPage } from "@/lib/settlement/books/present-page";
import { BookPageAnswer, ListBookLinesQuery } from "@/lib/settlement/books/schemas";

const DAY = { rule: "a date, for example 2026-03-01", code: "invalid_period" } as const;

export const listBookLines = declareKeyed({
  path: "/book-lines",
  tag: "Reports",
  limit: "api",
  scope: "reports:read",
  operations: {
    GET: {
      id: "listBookLines",
      summary: "List lines of the books",
      description: [
        "Extension. Returns the lines of the days from `from` to `to`, oldest first: every movement of USDT, and the TRX that transactions cost, with its value in the business's currency at that time. A key for one terminal is shown the lines of its terminal's payments.",
        "",
        "A line never changes and keeps its `number`. A correction is a line that reverses another, and one that replaces it, on the day on which it was made. So read a day again only if you read it before it was over.",
        "",
        "Send `next` as `after` for the next page, with the same days, while `has_more` is true.",
      ].join("\n"),
      input: parametersOf(ListBookLinesQuery, {
        code: "invalid_request",
        fields: { from: DAY, to: DAY, after: { rule: AFTER_RULE }, limit: { rule: LIMIT_RULE } },
      }),
    },
  },
  answer: { schema: BookPageAnswer, description: "A page of lines.", example: exampleBookPage },
  errors: ["invalid_period"],
  verb: listVerb,
  present: presentBookPage,
});

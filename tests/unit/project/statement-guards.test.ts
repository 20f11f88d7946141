import { expect, it } from "vitest";
import { guardsIn } from "@/scripts/lib/statement-guards.mjs";

/** The conditions that `npm run mutate` leaves out of a file's statements, with their lines. */
const found = (text: string) =>
  guardsIn("planted.ts", text).map(({ line, start, end }: { line: number; start: number; end: number }) => [
    line,
    text.slice(start, end),
  ]);

it("each condition of a statement is one, with all that is in its parentheses", () => {
  expect(
    found(`const rows = await tx\`
      update payment_intents i set status = 'paid' from terminals t
       where i.id = \${id} and t.id = i.terminal_id and i.status in ('pending', 'a and b')
         and (i.received = 0 or i.received is null) and not exists (select from s where s.id = i.id)
      returning i.id\`;`),
  ).toEqual([
    [3, `i.id = \${id}`],
    [3, "t.id = i.terminal_id"],
    [3, "i.status in ('pending', 'a and b')"],
    [4, "(i.received = 0 or i.received is null)"],
    [4, "not exists (select from s where s.id = i.id)"],
    [4, "s.id = i.id"],
  ]);
});

it("of joins and of fragments too, and not the edges of a span or what a conflict is on", () => {
  expect(
    found(`const part = sql\`and a.at between now() and \${end} order by a.at\`;
      const all = sql\`insert into b select from a join c on c.id = a.id left join d on d.id = c.id and d.on
        where \${isWithin(tx, sql\`t.id = a.id\`)} group by a.id on conflict (id) do nothing\`;
      const text = \`never and ever\`;`),
  ).toEqual([
    [1, `a.at between now() and \${end}`],
    [2, "c.id = a.id"],
    [2, "d.id = c.id"],
    [2, "d.on"],
    [3, `\${isWithin(tx, sql\`t.id = a.id\`)}`],
  ]);
});

import { describe, expect, test } from "vitest";
import { findUnfiltered, type Ownership } from "@/tests/support/sql-statements/merchant-filter";

const columns = (...names: string[]) => new Set(names);

const SHOP: Ownership = {
  columns: new Map([
    ["merchants", columns("id", "name")],
    ["terminals", columns("id", "merchant_id", "name")],
    ["payments", columns("id", "merchant_id", "terminal_id", "status", "transfer_id")],
    ["transfers", columns("id", "merchant_id", "hash")],
    ["alarms", columns("id", "merchant_id", "kind")],
    ["deliveries", columns("id", "payment_id")],
  ]),
  links: new Set(["payments.terminal_id terminals.id"]),
};

const unfiltered = (text: string, ...excepted: string[]) =>
  findUnfiltered(text, SHOP, new Set(excepted)).map(({ table }) => table);

const FILTERED = {
  "a condition": "select * from payments where id = $1 and merchant_id = $2",
  "a condition on several merchants": "select * from payments where merchant_id = any($1::uuid[])",
  "a list of merchants": "delete from payments where merchant_id in ($1, $2)",
  "rows of no merchant": "select * from alarms where merchant_id is null",
  "one merchant or none, in each alternative": "select * from alarms where merchant_id is null or merchant_id = $1",
  "a merchant that was asked for by its own id":
    "select * from merchants m join payments p on p.merchant_id = m.id where m.id = $1",
  "a join by the merchant":
    "select * from payments p join transfers t on t.id = p.transfer_id and t.merchant_id = p.merchant_id where p.merchant_id = $1",
  "a foreign key that includes the merchant":
    "select * from payments p join terminals t on t.id = p.terminal_id where p.merchant_id = $1",
  "arrays of ids and merchants":
    "update payments p set status = 'paid' from unnest($1::uuid[], $2::uuid[]) as u(id, shop) where p.id = u.id and p.merchant_id = u.shop",
  "rows that a filtered query has chosen":
    "with due as (select id from payments where merchant_id = $1 for update) update payments p set status = 'paid' from due where p.id = due.id",
  "rows in a filtered list":
    "update payments set status = 'paid' where id in (select id from payments where merchant_id = $1)",
  "the columns of a query that passes on all of them":
    "select * from (select p.* from payments p where p.merchant_id = $1) o join terminals t on t.id = o.terminal_id",
  "existence of a filtered row in the same statement":
    "select * from payments p where exists (select from terminals t where t.id = p.terminal_id and t.merchant_id = $1)",
  "an insert with its merchant": "insert into payments (id, merchant_id) values ($1, $2) on conflict do nothing",
  "an update on the conflict of a merchant's own":
    "insert into payments (id, merchant_id) values ($1, $2) on conflict (id) do update set status = 'paid' where payments.merchant_id = excluded.merchant_id",
  "an insert that returns to a later query":
    "with p as (insert into payments (merchant_id) values ($1) returning merchant_id) select * from alarms a join p on p.merchant_id = a.merchant_id",
  "tables without a merchant": "select * from deliveries where id = $1",
};

const FOREIGN: Record<string, [text: string, ...tables: string[]]> = {
  "an id alone": ["select * from payments where id = $1", "payments"],
  "an update by an id": ["update payments set status = 'paid' where id = any($1)", "payments"],
  "a delete by an id": ["delete from payments where id = $1", "payments"],
  "the filter is on another table": [
    "select * from payments p join transfers t on t.id = p.transfer_id where p.merchant_id = $1",
    "transfers",
  ],
  "the filter is optional": ["select * from payments where $1::uuid is null or merchant_id = $1", "payments"],
  "the filter is negated": ["select * from payments where not merchant_id = $1", "payments"],
  "another comparison": ["select * from payments where merchant_id <> $1", "payments"],
  "the merchant is compared with itself": ["select * from payments where merchant_id = merchant_id", "payments"],
  "the filter only names what is selected": ["select merchant_id = $1 from payments where id = $2", "payments"],
  "an outer join's condition, which keeps every row": [
    "select * from payments p left join terminals t on p.merchant_id = $1 and t.merchant_id = $1",
    "payments",
  ],
  "a subquery in the selected columns": [
    "select (select name from terminals where id = $2) from payments where merchant_id = $1",
    "terminals",
  ],
  "a subquery in a condition": [
    "select * from payments where merchant_id = $1 and not exists (select from transfers where hash = $2)",
    "transfers",
  ],
  "one part of a union": [
    "select id from payments where merchant_id = $1 union all select id from transfers where hash = $2",
    "transfers",
  ],
  "a query by name": ["with p as (select id from payments where id = $1) select * from p", "payments"],
  "an update by what another query has chosen": [
    "with due as (select id from payments where status = 'due') update payments set status = 'paid' where id in (select id from due)",
    "payments",
    "payments",
  ],
  "an update whose result is filtered too late": [
    "with p as (update payments set status = 'paid' where id = $1 returning merchant_id) select * from p where merchant_id = $2",
    "payments",
  ],
  "a subquery among inserted values": [
    "insert into payments (merchant_id, status) values ($1, (select name from terminals where id = $2))",
    "terminals",
  ],
  "a subquery among updated values": [
    "update payments set status = (select name from terminals where id = $2) where merchant_id = $1",
    "terminals",
  ],
  "an insert without the merchant": ["insert into payments (id) values ($1)", "payments"],
  "an update on another merchant's conflict": [
    "insert into payments (id, merchant_id) values ($1, $2) on conflict (id) do update set status = 'paid'",
    "payments",
  ],
};

describe("the merchant's filter", () => {
  test.each(Object.entries(FILTERED))("is found: %s", (_, text) => {
    expect(unfiltered(text)).toEqual([]);
  });

  test.each(Object.entries(FOREIGN))("is missed: %s", (_, [text, ...tables]) => {
    expect(unfiltered(text)).toEqual(tables);
  });

  test("an excepted table counts as filtered, and what is joined with it still needs the merchant", () => {
    const text = "select * from payments p join transfers t on t.id = p.transfer_id where p.id = $1";
    expect(unfiltered(text, "payments")).toEqual(["transfers"]);
    expect(unfiltered(text.replace("where", "and t.merchant_id = p.merchant_id where"), "payments")).toEqual([]);
  });

  test("a statement that can't be read is refused", () => {
    expect(() => unfiltered("select from where")).toThrow();
    expect(() => unfiltered("merge into payments using transfers on true when matched then delete")).toThrow("merge");
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publicContext } from "@/lib/base/context/context";
import { type Database, database, openDatabase, type Sql } from "@/lib/base/db/client";
import { getStatus } from "@/lib/payments/intents/get-status";

/** A database of this process that counts the statements it is asked for. */
function counted(db: Database): { db: Database; count: () => number } {
  let statements = 0;
  const sql = new Proxy(db.sql, {
    apply(target, self, parameters) {
      statements++;
      return Reflect.apply(target as never, self, parameters);
    },
  });
  return { db: { ...db, sql: sql as Sql }, count: () => statements };
}

let other: Database;
beforeAll(() => {
  other = openDatabase(process.env.DATABASE_URL as string, { pool: 2 });
});
afterAll(() => other.close());

it("callers of one database share a query, and callers of another have their own", async () => {
  const [here, there] = [counted(database()), counted(other)];
  const ask = ({ db }: { db: Database }) => getStatus(publicContext(db), randomUUID()).catch((error) => error.code);
  const answers = await Promise.all([here, here, here, there, there].map(ask));
  expect(answers).toEqual(Array(5).fill("not_found"));
  expect([here.count(), there.count()]).toEqual([1, 1]);
});

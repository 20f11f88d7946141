import type { Database, Sql } from "@/lib/base/db/client";

/**
 * The same database, on which `cut` is called before each statement with its number: throw there, and the transaction
 * is undone as if the process had died at this point; or return a promise, and the statement begins only then.
 */
export function cutting(db: Database, cut: (statement: number, text: string) => void | Promise<void>): Database {
  let statements = 0;
  // biome-ignore lint/suspicious/noExplicitAny: stands for both a client and a transaction
  const wrap = (sql: any): any =>
    new Proxy(sql, {
      apply(target, self, args) {
        // a list of columns or a name is no statement
        const isStatement = Array.isArray(args[0]) && "raw" in args[0];
        const held = isStatement ? cut(++statements, args[0].join("?")) : undefined;
        return held ? held.then(() => Reflect.apply(target, self, args)) : Reflect.apply(target, self, args);
      },
      get(target, name) {
        if (name === "begin" || name === "savepoint") {
          return (work: (tx: unknown) => unknown) => target[name]((tx: unknown) => work(wrap(tx)));
        }
        const value = target[name];
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return { ...db, sql: wrap(db.sql) as Sql };
}

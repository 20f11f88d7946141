import type postgres from "postgres";

type Sql = postgres.Sql<{ bigint: bigint }>;
type Transaction = postgres.TransactionSql<{ bigint: bigint }>;
type Work = () => void;
type Run = (tx: Transaction) => unknown;

/**
 * What waits for the commit of a transaction is kept on it: server, route handlers and pages each have a copy of this
 * module.
 */
const WAITING = Symbol.for("till.db.after-commit");
type Followed = Transaction & { [WAITING]?: Work[] };

/**
 * Runs `work` once the transaction is committed; never if it is rolled back, whole or to a savepoint. It must not
 * throw.
 */
export function afterCommit(tx: Transaction, work: Work): void {
  const list = (tx as Followed)[WAITING];
  if (!list) throw new Error("this transaction was not begun by a pool of openDatabase");
  list.push(work);
}

/** Makes a pool's transactions keep what waits for their commit. */
export function keepAfterCommit(sql: Sql): void {
  const begin = sql.begin.bind(sql) as (...args: unknown[]) => Promise<unknown>;
  const kept = async (...args: unknown[]) => {
    const list: Work[] = [];
    const result = await begin(...args.slice(0, -1), follow(args.at(-1) as Run, list));
    for (const work of list) work();
    return result;
  };
  sql.begin = kept as Sql["begin"];
}

/** As `run`, with a list for its transaction. A savepoint has its own, which counts once it is released. */
function follow(run: Run, list: Work[]): Run {
  return (tx) => {
    (tx as Followed)[WAITING] = list;
    const savepoint = tx.savepoint.bind(tx) as (...args: unknown[]) => Promise<unknown>;
    const kept = async (...args: unknown[]) => {
      const inner: Work[] = [];
      const result = await savepoint(...args.slice(0, -1), follow(args.at(-1) as Run, inner));
      list.push(...inner);
      return result;
    };
    tx.savepoint = kept as Transaction["savepoint"];
    return run(tx);
  };
}

import { describe, expect, it, vi } from "vitest";
import { afterCommit } from "@/lib/base/db/after-commit";
import { database, type Transaction } from "@/lib/base/db/client";

const failure = new Error("rolled back");

describe("work after a commit", () => {
  it("runs in order once everything is committed, and not before", async () => {
    const done: string[] = [];
    const result = await database().sql.begin("isolation level serializable", async (tx) => {
      afterCommit(tx, () => done.push("first"));
      await tx`select 1`;
      afterCommit(tx, () => done.push("second"));
      expect(done).toEqual([]);
      return "result";
    });
    expect([result, done]).toEqual(["result", ["first", "second"]]);
  });

  it("is left out when the transaction is rolled back", async () => {
    const done: string[] = [];
    const failing = database().sql.begin(async (tx) => {
      afterCommit(tx, () => done.push("never"));
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    const broken = database().sql.begin(async (tx) => {
      afterCommit(tx, () => done.push("never"));
      await tx`create temporary table later (n int, constraint once unique (n) deferrable initially deferred) on commit drop`;
      // the constraint is checked by the commit itself
      await tx`insert into later values (1), (1)`;
    });
    await expect(broken).rejects.toThrow("once");
    expect(done).toEqual([]);
  });

  it("of a savepoint counts with it", async () => {
    const done: string[] = [];
    await database().sql.begin(async (tx) => {
      await tx.savepoint(async (inner) => afterCommit(inner, () => done.push("kept")));
      await tx
        .savepoint(async (inner) => {
          afterCommit(inner, () => done.push("never"));
          await inner.savepoint(async (deeper) => afterCommit(deeper, () => done.push("never")));
          throw failure;
        })
        .catch((error) => expect(error).toBe(failure));
      afterCommit(tx, () => done.push("last"));
    });
    expect(done).toEqual(["kept", "last"]);
  });

  it("is known to each copy of the module, of which a process has several", async () => {
    const done: string[] = [];
    vi.resetModules();
    const copy = await import("@/lib/base/db/after-commit");
    expect(copy.afterCommit).not.toBe(afterCommit);
    await database().sql.begin(async (tx) => copy.afterCommit(tx, () => done.push("done")));
    expect(done).toEqual(["done"]);
  });

  it("needs a transaction", () => {
    expect(() => afterCommit(database().sql as unknown as Transaction, () => {})).toThrow("openDatabase");
  });
});

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database, type Transaction } from "@/lib/base/db/client";
import { moveToExpired, moveToPaid } from "@/lib/payments/intents/transition";
import { createMerchantFixture } from "@/tests/support/fixtures";

type Status = "pending" | "paid" | "expired" | "cancelled";

/**
 * Runs in a transaction in which no trigger guards the table, so that the statement alone holds; nothing of it is kept.
 */
async function withoutGuards<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  let result: T | undefined;
  const undone = new Error("undone");
  await database()
    .sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      result = await work(tx as unknown as Transaction);
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return result as T;
}

async function intentIn(tx: Transaction, status: Status) {
  const { merchantId, terminalId } = await createMerchantFixture();
  const id = randomUUID();
  await tx`
    insert into payment_intents (id, merchant_id, terminal_id, environment, status, amount_micros, expires_at,
                                 paid_at, expired_at, cancelled_at)
    values (${id}, ${merchantId}, ${terminalId}, 'sandbox', ${status}, 5000000, now() + interval '1 hour',
            ${status === "paid" ? tx`now()` : null}, ${status === "expired" ? tx`now()` : null},
            ${status === "cancelled" ? tx`now()` : null})`;
  return id;
}

const statusOf = async (tx: Transaction, id: string) => {
  const [row] = await tx<[{ status: Status }]>`select status from payment_intents where id = ${id}`;
  return row.status;
};

it.each(["expired", "cancelled", "paid"] as const)("the statement itself leaves what is %s", async (status) => {
  const after = await withoutGuards(async (tx) => {
    const id = await intentIn(tx, status);
    const paid = await moveToPaid(tx, [{ id, transferId: randomUUID() }]);
    const expired = await moveToExpired(tx, [id]);
    return { moved: paid.length + expired.length, status: await statusOf(tx, id) };
  });
  expect(after).toEqual({ moved: 0, status });
});

it("what is pending becomes paid, once", async () => {
  const after = await withoutGuards(async (tx) => {
    const id = await intentIn(tx, "pending");
    const moved = [
      await moveToPaid(tx, [{ id, transferId: randomUUID() }]),
      await moveToPaid(tx, [{ id, transferId: randomUUID() }]),
    ];
    return { moved: moved.map((rows) => rows.length), status: await statusOf(tx, id) };
  });
  expect(after).toEqual({ moved: [1, 0], status: "paid" });
});

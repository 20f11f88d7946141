import { expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { loggedError } from "@/lib/log";
import { createMerchantFixture } from "@/tests/support/fixtures";

it("the log says what PostgreSQL refused, without the row or the text that it was about", async () => {
  const { sql } = database();
  const { merchantId } = await createMerchantFixture();
  const refused = [
    sql`select ${'{"order": "secret \\ud800"}'}::text::jsonb`,
    sql`update merchants set created_at = null, name = 'secret' where id = ${merchantId}`,
  ];
  const errors = await Promise.all(refused.map((statement) => statement.catch((error: Error) => error)));
  expect(errors.map((error) => JSON.stringify(error))).toEqual([
    expect.stringContaining("secret"),
    expect.stringContaining("secret"),
  ]);
  const lines = errors.map((error) => JSON.stringify(loggedError(error)));
  for (const line of lines) expect(line).not.toContain("secret");
  expect(lines[0]).toContain("invalid input syntax for type json");
  expect(lines[1]).toContain("merchants");
});

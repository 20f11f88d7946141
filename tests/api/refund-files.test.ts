import { beforeEach, expect, it } from "vitest";
import {
  refundsFile,
  requireAll,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/refunds/refunds-file";
import { conflict } from "@/lib/base/values/errors";
import type { Member } from "@/lib/service/auth/member";

const ID = "0f0e0d0c-0b0a-4909-8807-060504030201";
const member = {} as Member;
let made = 0;
beforeEach(() => {
  made = 0;
});

/** A file of the refunds of which so many are left out. */
const file = (leftOut = 0) =>
  refundsFile(async (_, { refundIds }) => {
    requireAll(Array(leftOut).fill(null));
    made += refundIds.length;
    return new Response("signed by nobody yet");
  });

async function ask(
  leftOut: number,
  body: object,
  headers: Record<string, string> = { origin: "http://localhost:3000" },
) {
  const request = new Request("http://localhost:3000/dashboard/m/live/settlement/refunds/transfers", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { host: "localhost:3000", "content-type": "application/json", ...headers },
  });
  const answer = await file(leftOut)(member, request);
  return { status: answer.status, text: await answer.text() };
}

it("a file of refunds is made for a page of ours, and for no other site", async () => {
  expect(await ask(0, { refundIds: [ID] })).toEqual({ status: 200, text: "signed by nobody yet" });
  for (const headers of [{ origin: "https://elsewhere.example" }, { origin: "null" }, {}]) {
    expect((await ask(0, { refundIds: [ID] }, headers as Record<string, string>)).status).toBe(403);
  }
  expect(made).toBe(1);
});

it("a file contains every refund that was chosen, or isn't made", async () => {
  expect(await ask(1, { refundIds: [ID] })).toMatchObject({
    status: 409,
    text: expect.stringMatching(/One refund can't be signed any more/),
  });
  expect(await ask(2, { refundIds: [ID] })).toMatchObject({
    status: 409,
    text: expect.stringMatching(/2 refunds can't be signed any more/),
  });
  expect(made).toBe(0);
});

it("a file of nothing, or of what no refund is, is refused", async () => {
  for (const body of [{ refundIds: [] }, { refundIds: ["7"] }, {}]) expect((await ask(0, body)).status).toBe(400);
  expect(made).toBe(0);
});

it("why none can be made is said to the page", async () => {
  const refused = refundsFile(() => Promise.reject(conflict("Live payments are off.")));
  const request = new Request("http://localhost:3000/x", {
    method: "POST",
    body: JSON.stringify({ refundIds: [ID] }),
    headers: { origin: "http://localhost:3000", host: "localhost:3000" },
  });
  const answer = await refused(member, request);
  expect([answer.status, await answer.json()]).toEqual([409, { error: "Live payments are off." }]);
});

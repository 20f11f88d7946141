import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { z } from "zod";
import { database } from "@/lib/base/db/client";
import { deriveSecret } from "@/lib/base/process/secrets";
import type { ActionResult } from "@/lib/base/values/action-result";
import { inLive, memberAction, userAction } from "@/lib/service/auth/action";
import { deviceOf, newPerson, PASSWORD } from "@/tests/support/accounts";
import { answerRoute } from "@/tests/support/answer-route";
import { createMerchantFixture } from "@/tests/support/fixtures";

/** A member in their browser: what an action answers, called as a page of the service calls it. */
async function newMember() {
  const { merchantId } = await createMerchantFixture();
  const person = await newPerson();
  await database().sql`
    insert into memberships (merchant_id, user_id, role) values (${merchantId}, ${person.id}, 'owner')`;
  const { sessionId } = await deviceOf(person);
  const token = await encode({ token: { sessionId }, secret: deriveSecret("session cookies") });
  const headers = { cookie: `next-auth.session-token=${token}`, origin: "http://localhost:3000" };
  const resultOf = async (act: () => Promise<ActionResult<unknown>>) => {
    const request = new NextRequest("http://localhost:3000/dashboard", { headers });
    const answer = await answerRoute(async () => Response.json(await act()), request, {});
    return (await answer.json()) as ActionResult<unknown>;
  };
  const answerOf = async (act: () => Promise<ActionResult<unknown>>) => {
    const result = await resultOf(act);
    return result.ok ? "done" : result.code;
  };
  return { merchantId, answerOf, resultOf };
}

const Input = z.object({ big: z.boolean() });

/** An action with its rule for the password, and how often its verb was called. */
function countedAction(password: Parameters<typeof memberAction<typeof Input, void>>[0]["password"]) {
  const calls: boolean[] = [];
  const rule = { input: Input, permission: "merchant.manage" as const, password };
  return { calls, action: memberAction(rule, async (_, { big }) => void calls.push(big)) };
}

it.each([undefined, "", "not my password", 7 as never])(
  "an action that asks for the password does nothing with %j in its place",
  async (given) => {
    const { merchantId, answerOf } = await newMember();
    const { calls, action } = countedAction(true);
    const dashboard = { merchant: merchantId, environment: "sandbox" as const };
    expect(await answerOf(() => action(dashboard, { big: true }, given))).toBe("wrong_password");
    expect(calls).toEqual([]);
    expect(await answerOf(() => action(dashboard, { big: true }, PASSWORD))).toBe("done");
    expect(calls).toEqual([true]);
  },
);

it("an action that asks for it in live only, or for some inputs only, asks there and nowhere else", async () => {
  const { merchantId, answerOf } = await newMember();
  const live = countedAction(inLive);
  const large = countedAction((_, { big }) => big);
  const call = (action: typeof live.action, environment: "sandbox" | "live", big: boolean) =>
    answerOf(() => action({ merchant: merchantId, environment }, { big }));
  expect(await call(live.action, "sandbox", true)).toBe("done");
  expect(await call(live.action, "live", true)).toBe("wrong_password");
  expect(await call(large.action, "live", false)).toBe("done");
  expect(await call(large.action, "sandbox", true)).toBe("wrong_password");
  expect([live.calls, large.calls]).toEqual([[true], [false]]);
});

it("an action on one's own account that asks for the password does nothing without it", async () => {
  const { answerOf } = await newMember();
  let calls = 0;
  const action = userAction({ input: Input, password: true }, async () => void calls++);
  expect(await answerOf(() => action({ big: true }))).toBe("wrong_password");
  expect(calls).toBe(0);
  expect(await answerOf(() => action({ big: true }, PASSWORD))).toBe("done");
  expect(calls).toBe(1);
});

it("an action that asks for the password names every field that is wrong at once, and the password", async () => {
  const { merchantId, resultOf } = await newMember();
  const Fields = z.object({ name: z.string().min(1), amount: z.string().regex(/^\d+$/), to: z.string() });
  const seen: Partial<z.output<typeof Fields>>[] = [];
  let calls = 0;
  const action = memberAction(
    {
      input: Fields,
      permission: "merchant.manage",
      check: async (_, fields): Promise<Record<string, string>> => {
        seen.push(fields);
        return fields.to === "nowhere" ? { to: "No such address." } : {};
      },
      password: true,
    },
    async () => void calls++,
  );
  const dashboard = { merchant: merchantId, environment: "sandbox" as const };
  const call = async (input: z.input<typeof Fields>, password?: string) => {
    const result = await resultOf(() => action(dashboard, input, password));
    return result.ok ? "done" : [result.code, Object.keys(result.fields ?? {}).sort()];
  };
  const wrong = { name: "", amount: "x", to: "nowhere" };
  const right = { name: "Ada", amount: "1", to: "home" };
  expect(await call(wrong)).toEqual(["invalid_request", ["amount", "name", "password", "to"]]);
  expect(seen).toEqual([{ to: "nowhere" }]);
  expect(await call({ ...right, to: "nowhere" }, "not my password")).toEqual(["invalid_request", ["password", "to"]]);
  expect(await call(wrong, PASSWORD)).toEqual(["invalid_request", ["amount", "name", "to"]]);
  expect(await call(right)).toEqual(["wrong_password", ["password"]]);
  expect(calls).toBe(0);
  expect(await call(right, PASSWORD)).toBe("done");
  expect(calls).toBe(1);
});

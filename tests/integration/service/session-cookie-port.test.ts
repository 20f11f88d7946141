import { NextRequest } from "next/server";
import { decode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { resetEnv } from "@/lib/base/process/env";
import { deriveSecret } from "@/lib/base/process/secrets";
import { newPerson, PASSWORD } from "@/tests/support/accounts";
import { answerRoute } from "@/tests/support/answer-route";

const ORIGIN = "http://localhost:3001";
process.env.APP_URL = ORIGIN;
resetEnv();

/** What the browser has of another installation on this host. */
const OTHERS = [
  "next-auth.session-token=theirs",
  "next-auth.csrf-token=theirs%7Ctheirs",
  "next-auth.callback-url=theirs",
];

function ask(path: string[], cookies: string[], form?: Record<string, string>): Promise<Response> {
  const request = new NextRequest(`${ORIGIN}/api/auth/${path.join("/")}`, {
    method: form ? "POST" : "GET",
    headers: { cookie: [...OTHERS, ...cookies].join("; ") },
    body: form && new URLSearchParams(form),
  });
  return answerRoute(form ? POST : GET, request, { nextauth: path });
}

it("on another port, sign-in and sign-out neither use nor replace the cookies of the installation beside it", async () => {
  const { email } = await newPerson();
  const jar = new Map<string, string>();
  const kept = () => [...jar].map(([name, value]) => `${name}=${value}`);
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return answer;
  };
  const { csrfToken } = (await keep(await ask(["csrf"], kept())).json()) as { csrfToken: string };
  keep(await ask(["callback", "credentials"], kept(), { csrfToken, email, password: PASSWORD, json: "true" }));
  const token = jar.get("next-auth.session-token-3001");
  expect(await decode({ token, secret: deriveSecret("session cookies") })).toHaveProperty("sessionId");
  expect(await (await ask(["session"], kept())).json()).toMatchObject({ account: { email } });
  keep(await ask(["signout"], kept(), { csrfToken, json: "true" }));
  expect(jar.get("next-auth.session-token-3001")).toBe("");
  expect([...jar.keys()].filter((name) => !/-3001$/.test(name))).toEqual([]);
});

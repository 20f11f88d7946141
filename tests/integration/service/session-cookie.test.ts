import { NextRequest } from "next/server";
import { decode, encode } from "next-auth/jwt";
import { expect, it, vi } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { log } from "@/lib/base/process/log";
import { deriveSecret } from "@/lib/base/process/secrets";
import { newPerson, PASSWORD } from "@/tests/support/accounts";
import { answerRoute } from "@/tests/support/answer-route";

const AUTH = "http://localhost:3000/api/auth";
const DAY = 86_400;

const secret = () => deriveSecret("session cookies");
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(";")[0] as string);

function ask(path: string[], cookies: string[], form?: Record<string, string>): Promise<Response> {
  const method = form ? "POST" : "GET";
  const headers = { cookie: cookies.join("; ") };
  const request = new NextRequest(`${AUTH}/${path.join("/")}`, {
    method,
    headers,
    body: form && new URLSearchParams(form),
  });
  return answerRoute(form ? POST : GET, request, { nextauth: path });
}

it("the cookie of a session lasts as long as the session may: 90 days", async () => {
  const { email } = await newPerson();
  const csrf = await ask(["csrf"], []);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password: PASSWORD, json: "true" };
  const signedIn = await ask(["callback", "credentials"], cookiesOf(csrf), form);
  const cookie = signedIn.headers.getSetCookie().find((line) => line.startsWith("next-auth.session-token=")) ?? "";
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "") / 1_000;
  const token = await decode({ token: /=([^;]+)/.exec(cookie)?.[1], secret: secret() });
  expect(Number(token?.exp) - Number(token?.iat)).toBe(90 * DAY);
  expect(Math.abs(expires - Number(token?.exp))).toBeLessThan(60);
});

it("a cookie that is too old signs out without an error in the log", async () => {
  const logged = vi.spyOn(log(), "error");
  const old = await encode({ token: { sessionId: "any" }, secret: secret(), maxAge: -DAY });
  const answer = await ask(["session"], [`next-auth.session-token=${old}`]);
  expect(await answer.json()).toEqual({});
  expect(answer.headers.getSetCookie().join()).toContain("next-auth.session-token=;");
  expect(logged).not.toHaveBeenCalled();
});

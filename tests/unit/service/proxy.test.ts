import { NextRequest } from "next/server";
import { afterEach, expect, it, vi } from "vitest";
import { resetEnv } from "@/lib/base/process/env";
import { proxy } from "@/proxy";

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
});

const answerAt = (url: string) => {
  vi.stubEnv("APP_URL", url);
  resetEnv();
  return proxy(new NextRequest(`${url}/`));
};

it("asks browsers for https only where the service is served by it", () => {
  expect(answerAt("https://pay.example").headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
  expect(answerAt("http://localhost:3000").headers.get("strict-transport-security")).toBeNull();
});

it("gives every request a nonce that no other has", () => {
  const policies = [1, 2, 3].map(() => answerAt("http://localhost:3000").headers.get("content-security-policy"));
  expect(new Set(policies).size).toBe(3);
  for (const policy of policies) expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f-]{36}' 'strict-dynamic';/);
});

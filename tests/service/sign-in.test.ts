import { expect, it } from "vitest";
import { sharedService, startService } from "@/tests/support/service";
import { attemptSignIn, cookiesOf } from "@/tests/support/sign-in-attempt";

const PASSWORD = "a long enough password";

const running = sharedService(() => ({
  env: { TRUSTED_PROXIES: "127.0.0.0/8,::1", RATE_LIMIT_SIGN_IN_PER_MINUTE: "2" },
}));

it("an account that is tried from everywhere still lets a browser in that has signed in before", async () => {
  const service = running();
  const email = "tried@example.com";
  await service.createMerchant(undefined, { email, password: PASSWORD });

  const attempt = (address: string, password: string, jar?: Map<string, string>) =>
    attemptSignIn(service, { email, address, password, jar });

  const first = await attempt("203.0.113.7", PASSWORD);
  expect(first.outcome).toBe("done");
  const cookie = first.answer.headers.getSetCookie().find((line) => line.startsWith("till-browser-"));
  expect(cookie).toMatch(/; Path=\/api\/auth; .*Max-Age=34560000; HttpOnly; SameSite=lax/i);
  // at once: they count for one minute
  const guesses = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => (await attempt(`198.51.${n}.1`, "not the password")).outcome),
  );
  expect(guesses.toSorted()).toEqual([...Array(3).fill("rate_limited"), ...Array(9).fill("sign_in_failed")]);
  expect((await attempt("203.0.113.8", PASSWORD)).outcome).toBe("rate_limited");
  const kept = new Map([...first.jar].filter(([name]) => name.startsWith("till-browser-")));
  expect((await attempt("203.0.113.8", PASSWORD, kept)).outcome).toBe("done");
});

it("two installations on one host don't sign each other out", async () => {
  const services = [running(), await startService()];
  const jar = new Map<string, string>();
  for (const service of services) {
    await service.createMerchant(undefined, { email: "owner@example.com", password: PASSWORD });
    expect((await attemptSignIn(service, { email: "owner@example.com", password: PASSWORD, jar })).outcome).toBe(
      "done",
    );
  }
  for (const { url } of services) {
    const answer = await fetch(`${url}/api/auth/session`, { headers: { cookie: cookiesOf(jar) } });
    expect(await answer.json()).toMatchObject({ account: { email: "owner@example.com" } });
  }
});

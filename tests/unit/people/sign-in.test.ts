import { afterEach, expect, it, vi } from "vitest";
import { signIn } from "@/app/_kit/sign-in";

const SITE = "https://till.example";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What signing in says on a page of this origin when next-auth answers with that URL. */
async function outcome(url: string, { page = SITE, status = 200 } = {}) {
  vi.stubGlobal("window", { location: { origin: page } });
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/auth/csrf" ? Response.json({ csrfToken: "token" }) : Response.json({ url }, { status }),
  );
  const result = await signIn({ email: "ana@example.com", password: "four words in a row" });
  return result.ok ? "ok" : result.message;
}

it("a browser that has kept the session's cookie is signed in", async () => {
  expect(await outcome(SITE)).toBe("ok");
  expect(await outcome(`${SITE}/api/auth/error?error=sign_in_failed`, { status: 401 })).toBe(
    "Incorrect email or password.",
  );
});

it("a browser that keeps no cookies isn't signed in, and is told to allow them", async () => {
  expect(await outcome(`${SITE}/api/auth/signin?csrf=true`)).toMatch(/^Your browser blocks cookies.*Allow cookies/);
});

it("a browser at an address that keeps no cookies of the site is told which to open", async () => {
  expect(await outcome(`${SITE}/api/auth/signin?csrf=true`, { page: "http://192.168.1.7:3000" })).toBe(
    "You can't sign in at this address. Open https://till.example and sign in there.",
  );
});

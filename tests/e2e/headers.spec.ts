import { expect, test } from "@/tests/e2e/support/test";

test("every page has a policy with a nonce of its own, on all of its scripts, and no inline style", async ({
  request,
}) => {
  const nonces = new Set<string | undefined>();
  for (const path of ["/", "/", "/docs/api", "/nowhere"]) {
    const answer = await request.get(path);
    const policy = answer.headers()["content-security-policy"] ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    nonces.add(nonce);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    const html = await answer.text();
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
  }
  expect(nonces.size).toBe(4);
});

test("pages carry the usual protections and name no maker", async ({ request }) => {
  const headers = (await request.get("/")).headers();
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(headers["permissions-policy"]).toContain("camera=()");
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(headers["strict-transport-security"]).toBeUndefined();
});

test("a payment's page runs our files alone, and is neither indexed, named to other sites nor shown without asking", async ({
  request,
  service,
}) => {
  const intent = await service.createIntent();
  const headers = (await request.get(`/pay/${intent.id}`)).headers();
  expect(headers["cache-control"]).toBe("private, no-cache");
  expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(headers["content-security-policy"]).not.toMatch(/nonce|unsafe/);
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["x-robots-tag"]).toContain("noindex");
});

import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { startService } from "@/tests/support/service";
import { signInAt } from "@/tests/support/signed-in";

const OWNER = { email: "owner@example.com", password: "a long enough password" };

/** Kilobytes of script by gzip, of which Next and React are 135. Whoever raises one says in its commit for what. */
const BUDGETS: Record<string, number> = {
  "": 169,
  "/payments": 170,
  "/terminals": 165,
  "/terminals/[terminal]": 169,
  "/terminals/[terminal]/keys": 164,
  "/terminals/[terminal]/devices": 164,
  "/terminals/[terminal]/shifts": 161,
  "/settlement": 165,
  "/settlement/attention": 167,
  "/settlement/funds": 167,
  "/webhooks": 160,
  "/webhooks/[endpoint]": 170,
  "/webhooks/[endpoint]/edit": 166,
  "/webhooks/new": 169,
  "/webhooks/deliveries": 164,
  "/reports": 167,
  "/developers": 163,
  "/developers/requests": 163,
  "/developers/keys": 163,
  "/developers/keys/new": 167,
  "/settings/general": 170,
  "/settings/notifications": 168,
  "/settings/team": 167,
  "/settings/audit": 165,
};

it("no page of the dashboard loads more script than its budget", async () => {
  const service = await startService();
  const shop = ["--name", "Shop", "--terminal", "Till 1", "--webhook-url", "http://127.0.0.1:9/hooks"];
  const made = JSON.parse(
    await service.admin("create-merchant", ...shop, "--email", OWNER.email, "--password", OWNER.password),
  );
  const owner = await signInAt(service, OWNER.email, OWNER.password);
  const sizes = new Map<string, number>();
  const sizeOf = async (file: string) => {
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const answer = await fetch(`${service.url}/_next/${file}`);
    expect(answer.status, file).toBe(200);
    const size = gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  const over: string[] = [];
  for (const [page, budget] of Object.entries(BUDGETS)) {
    const below = page.replace("[terminal]", made.terminal_id).replace("[endpoint]", made.webhook_endpoint_id);
    const { status, text } = await owner.get(`/dashboard/${made.merchant_id}/sandbox${below}`);
    expect(status, page).toBe(200);
    let bytes = 0;
    for (const file of scriptsIn(text)) bytes += await sizeOf(file);
    // a page that names no script is not one that was measured
    expect(bytes, page).toBeGreaterThan(100_000);
    if (bytes > budget * 1_000) over.push(`${page || "overview"}: ${(bytes / 1_000).toFixed(1)} kB of ${budget} kB`);
  }
  expect(over).toEqual([]);
});

/** Every script that a page names, in its tags and in its data, without the one for browsers that know no modules. */
function scriptsIn(html: string): Set<string> {
  const old = /<script[^>]*src="\/_next\/([^"]+)"[^>]*nomodule/i.exec(html)?.[1];
  const named = [...html.matchAll(/static\/chunks\/[\w.~-]+\.js/g)].map(([file]) => file);
  return new Set(named.filter((file) => file !== old));
}

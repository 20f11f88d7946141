import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { weighScripts } from "@/bench/lib/scripts.mjs";
import { ask, startService } from "@/tests/support/service";

/** Bytes by gzip. Next and React alone are most of the first; whoever raises one says in its commit for what. */
const HOSTED_PAGE = 148_500;
const CHECKOUT_JS = 14_000;

it("a customer's phone loads no more script than it must", async () => {
  const service = await startService();
  const demo = await ask(service, "/api/v1/demo-create-intent", {});
  const page = await ask(service, `/pay/${demo.json.intent_id}`);
  const { files, inline, count } = await weighScripts(service.url, page.text);
  expect(count).toBeGreaterThan(0);
  expect(inline).toBeLessThan(10_000);
  expect(files).toBeLessThanOrEqual(HOSTED_PAGE);
  const widget = await ask(service, "/checkout.js");
  expect(widget.headers.get("content-type")).toContain("javascript");
  expect(gzipSync(widget.text).length).toBeLessThanOrEqual(CHECKOUT_JS);
});

// npm run --silent admin -- <command>: see scripts/admin/main.ts.
import { ensureServerBuilt } from "./lib/ensure-built.mjs";
import { root } from "./lib/root.mjs";

await ensureServerBuilt();
process.env.NODE_ENV ??= "production";
process.env.TILL_ROOT = root;
await import("../dist/admin.mjs");

// npm run --silent admin -- <command>: see scripts/admin/main.ts.
import { ensureServerBuilt, root } from "./lib/build.mjs";

await ensureServerBuilt();
process.env.NODE_ENV ??= "production";
process.env.TILL_ROOT = root;
await import("../dist/admin.mjs");

// npm run --silent admin -- <command>: see scripts/admin/main.ts.
import { buildServer, isServerBuilt, root } from "./lib/build.mjs";

if (!isServerBuilt()) await buildServer();
process.env.NODE_ENV ??= "production";
process.env.TILL_ROOT = root;
await import("../dist/admin.mjs");

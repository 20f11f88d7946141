// npm start: builds if the source has changed since the last build, then runs the service in this process.
import { ensureBuilt } from "./lib/ensure-built.mjs";
import { root } from "./lib/root.mjs";

await ensureBuilt();
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.env.TILL_ROOT = root;
process.chdir(root);
await import("../dist/server.mjs");

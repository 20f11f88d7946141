// npm start: builds when there is no build of this very source, then runs the service in this process.
import { buildPages, buildServer, isBuilt, markBuilt, root } from "./lib/build.mjs";

if (!isBuilt()) {
  console.log("Building, about a minute the first time …");
  await buildServer();
  buildPages();
  markBuilt();
}
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.env.TILL_ROOT = root;
process.chdir(root);
await import("../dist/server.mjs");

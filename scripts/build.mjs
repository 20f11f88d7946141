// Builds the pages (Next) and the server with its command line (esbuild), and notes what it was built from.
import { buildPages, buildServer, markBuilt } from "./lib/build.mjs";

await buildServer();
await buildPages();
markBuilt();

// npm run build: the pages (Next) and the server with its command line (esbuild), whatever was built before.
import { buildAll, locked } from "./lib/build.mjs";

await locked(() => buildAll());

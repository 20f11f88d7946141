// npm run build: always rebuilds the pages (Next) and the server with its command line (esbuild).
import { buildAll, locked } from "./lib/build.mjs";

await locked(() => buildAll());

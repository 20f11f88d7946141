import cluster from "node:cluster";
import { createServer } from "node:http";
import next from "next";
import { API_ROUTES } from "@/app/api/v1/routes";
import { liveRouteOf } from "@/app/pay/live-routes";
import { EnvError, env } from "@/lib/base/process/env";
import { loadSettings } from "@/lib/service/server/boot";
import { besideNext, fastLane } from "@/lib/service/server/fast-lane";
import type { Pages } from "@/lib/service/server/http-server";
import { giveMemoryBack } from "@/lib/service/server/idle-memory";
import { ignoreEpipe } from "@/lib/service/server/ignore-epipe";
import { runPrimary } from "@/lib/service/server/primary";
import { runAlone, runWorker } from "@/lib/service/server/run";
import { staticFiles } from "@/lib/service/server/static-files";
import { endOnUncaughtErrors } from "@/lib/service/server/stop";
import { startTracing } from "@/lib/service/server/tracing";

const ENGINE_PATHS = new Set(["/api/health/live", "/api/health/ready", "/metrics", "/api/inngest"]);

const root = process.env.TILL_ROOT ?? process.cwd();
const dev = process.env.NODE_ENV === "development";

const fileOf = staticFiles(root);
const answerApi = fastLane(API_ROUTES, (path) => liveRouteOf(path) ?? fileOf(path));
/** An engine has no pages and no API: only what monitors and Inngest call, which is left to Next. */
const answerAsEngine = fastLane({ ...API_ROUTES, exact: {} }, (path) =>
  ENGINE_PATHS.has(path) ? undefined : API_ROUTES.unknown,
);

async function preparePages(port: number): Promise<Pages> {
  // Next listens for upgrades on the server it is given and never answers those it does not know. Only a browser in
  // development needs one, for what makes its pages work, and the handler that Next offers for it answers none
  const httpServer = createServer();
  const app = next({ dev, dir: root, hostname: env().HOST ?? "localhost", port, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  return {
    handle: (request, response) => void handle(request, response),
    upgrade: dev ? (...request) => void httpServer.emit("upgrade", ...request) : null,
  };
}

async function main() {
  ignoreEpipe();
  loadSettings(root);
  if (!dev) {
    endOnUncaughtErrors();
    giveMemoryBack();
  }
  if (env().tracing) await startTracing(root);
  // in development Next recompiles route files on every change, and the fast lane would keep serving the old ones
  const web = dev ? null : env().FAST_LANE ? answerApi : besideNext(answerApi);
  const isEngine = env().TILL_ROLE === "engine";
  const parts = { root, preparePages, answerApi: isEngine ? answerAsEngine : web };
  if (cluster.isWorker) return runWorker(parts);
  return env().WEB_CONCURRENCY > 1 && !isEngine ? runPrimary(root) : runAlone(parts);
}

main().catch((error) => {
  console.error(error instanceof EnvError ? error.message : error);
  process.exit(1);
});

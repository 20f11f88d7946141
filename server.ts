import cluster from "node:cluster";
import { createServer } from "node:http";
import next from "next";
import { API_ROUTES } from "@/app/api/v1/routes";
import { liveRouteOf } from "@/app/pay/live-routes";
import { EnvError, env } from "@/lib/env";
import { loadSettings } from "@/lib/server/boot";
import { fastLane } from "@/lib/server/fast-lane";
import type { Pages } from "@/lib/server/http-server";
import { ignoreEpipe } from "@/lib/server/ignore-epipe";
import { runPrimary } from "@/lib/server/primary";
import { runAlone, runWorker } from "@/lib/server/run";
import { staticFiles } from "@/lib/server/static-files";
import { endOnUncaughtErrors } from "@/lib/server/stop";

const root = process.env.TILL_ROOT ?? process.cwd();
const dev = process.env.NODE_ENV === "development";

const fileOf = staticFiles(root);
const answerApi = fastLane(API_ROUTES, (path) => liveRouteOf(path) ?? fileOf(path));

async function preparePages(port: number): Promise<Pages> {
  // Next listens for upgrades on the server it is given and never answers those it does not know
  const httpServer = createServer();
  const app = next({ dev, dir: root, hostname: env().HOST ?? "localhost", port, httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  const upgrade = app.getUpgradeHandler();
  return {
    handle: (request, response) => void handle(request, response),
    upgrade: dev ? (request, socket, head) => void upgrade(request, socket, head) : null,
  };
}

async function main() {
  ignoreEpipe();
  loadSettings(root);
  if (!dev) endOnUncaughtErrors();
  // in development Next recompiles route files on every change, and the fast lane would keep serving the old ones
  const parts = { root, preparePages, answerApi: dev || !env().FAST_LANE ? null : answerApi };
  if (cluster.isWorker) return runWorker(parts);
  return env().WEB_CONCURRENCY > 1 ? runPrimary(root) : runAlone(parts);
}

main().catch((error) => {
  console.error(error instanceof EnvError ? error.message : error);
  process.exit(1);
});

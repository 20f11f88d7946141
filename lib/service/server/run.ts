import { database } from "@/lib/base/db/client";
import { env } from "@/lib/base/process/env";
import { stopDispatcher } from "@/lib/service/jobs/dispatcher";
import { openService } from "@/lib/service/server/boot";
import { type FastLane, listenForWeb, type Pages } from "@/lib/service/server/http-server";
import { notifyEngines, startJobs } from "@/lib/service/server/jobs";
import { joinPrimary } from "@/lib/service/server/primary-link";
import { registerRunning } from "@/lib/service/server/running";
import { sayReady } from "@/lib/service/server/say-ready";
import { onStopSignal } from "@/lib/service/server/stop";

export type Parts = {
  root: string;
  preparePages(port: number): Promise<Pages>;
  answerApi: FastLane | null;
};

/**
 * Runs everything in one process: HTTP, pages, background jobs and, without `DATABASE_URL`, PostgreSQL as its child.
 */
export async function runAlone({ root, preparePages, answerApi }: Parts): Promise<void> {
  const listener = await listenForWeb();
  takePort(listener.port);
  const service = await openService(root, { say: (line) => console.error(line), create: true, migrate: true });
  const forget = registerRunning(root, service.embedded);
  const jobs = env().jobs.embedded ? await startJobs(service) : null;
  if (env().jobs.notifies) notifyEngines(service);
  const web = listener.open(answerApi, await preparePages(listener.port));
  onStopSignal(async () => {
    await Promise.all([web.close(), jobs ? null : stopDispatcher()]);
    await jobs?.stop();
    forget();
    await service.close();
  });
  await sayReady(service, root);
}

/** Runs one of several HTTP processes; the primary owns the database and the background jobs. */
export async function runWorker({ preparePages, answerApi }: Parts): Promise<void> {
  const listener = await listenForWeb();
  const link = joinPrimary();
  const web = listener.open(answerApi, await preparePages(listener.port));
  onStopSignal(async () => {
    await Promise.all([web.close(), stopDispatcher()]);
    await database().close();
  });
  link.ready();
}

/** Makes links use the actual port, even with `PORT=0`. */
function takePort(port: number): void {
  process.env.PORT = String(port);
}

import { prepareBinaries } from "./binaries";
import { bringUp } from "./bring-up";
import { createClusterIfMissing } from "./cluster";
import { databaseUrl } from "./connection";
import { chooseHome, sweepDrafts } from "./home";
import { type Server, stopPostmaster } from "./postmaster";
import { supervise } from "./supervise";

export type EmbeddedPostgres = {
  /** connection URL of the database `till` */
  url: string;
  port: number;
  /** true when this call attached to a postmaster that was already running */
  attached: boolean;
  /**
   * Ends the supervision and, unless told to leave it, Postgres, attached or not: resolves once its process is gone.
   * @throws when Postgres survives a fast and then an immediate shutdown (70 s)
   */
  stop(options?: { leaveRunning?: boolean }): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** absolute; the cluster lives in `<dataDir>/postgres` */
  dataDir: string;
  /** more server settings, `name=value` each (a leading `-c` is allowed); not applied to a postmaster that runs already */
  flags?: string[];
  /** default true: bring it up again when it dies */
  supervise?: boolean;
  log?: (line: string) => void;
};

/**
 * Runs a real PostgreSQL 18 on 127.0.0.1 and returns once the database `till` takes connections. The first call on a
 * data folder creates the cluster; a later one starts it, or attaches to the postmaster that a killed process left
 * behind. Safe to call from several processes at once. Postgres outlives this process unless `stop()` is awaited.
 * @throws with the reason and the last lines of postgres.log
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options);
  const { cluster, account } = server.home;
  const running = await bringUp(server);
  const attached = running.launch === null;
  server.log(
    `PostgreSQL ${attached ? "was running already" : "started"} on 127.0.0.1:${running.port} ` +
      `(process ${running.pid}${account ? `, account ${account.name}` : ""}), data in ${cluster}`,
  );
  const supervisor = options.supervise === false ? null : supervise(server, running);
  return {
    url: databaseUrl(cluster, running.port),
    port: running.port,
    attached,
    stop: async ({ leaveRunning = false } = {}) => {
      await supervisor?.stop();
      if (!leaveRunning) await stopPostmaster(server);
    },
  };
}

async function prepareServer({ dataDir, flags = [], log = () => {} }: EmbeddedPostgresOptions): Promise<Server> {
  const home = chooseHome(dataDir);
  sweepDrafts(home.folder);
  const binaries = prepareBinaries(home);
  await createClusterIfMissing(home, binaries);
  const settings = flags.map((flag) => flag.replace(/^-c\s*/, "")).filter(Boolean);
  return { home, binaries, settings, log };
}

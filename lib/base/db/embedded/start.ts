import { prepareBinaries } from "./binaries";
import { bringUp } from "./bring-up";
import { createClusterIfMissing } from "./cluster";
import { databaseUrl, socketUrl } from "./connection";
import { chooseHome, sweepDrafts } from "./home";
import { type Server, stopPostmaster } from "./postmaster";
import { supervise } from "./supervise";

export type EmbeddedPostgres = {
  /** connection URL of the database `till` */
  url: string;
  /** the same through the server's Unix socket; null if it has none */
  socketUrl: string | null;
  port: number;
  /** true if this call attached to a running postmaster */
  attached: boolean;
  /**
   * Ends supervision and, unless `leaveRunning`, stops PostgreSQL, attached or not. Resolves once its process has
   * ended.
   * @throws if PostgreSQL survives a fast and then an immediate shutdown (70 s)
   */
  stop(options?: { leaveRunning?: boolean }): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** absolute; the cluster lives in `<dataDir>/postgres` */
  dataDir: string;
  /** additional `name=value` server settings (a leading `-c` is allowed); not applied to a running postmaster */
  flags?: string[];
  /** default true: restart it when it dies */
  supervise?: boolean;
  log?: (line: string) => void;
};

/**
 * Runs a real PostgreSQL 18 on 127.0.0.1 and returns once the database `till` accepts connections. The first call for a
 * data folder creates the cluster; later calls start it or attach to the postmaster that a killed process left behind.
 * Safe to call from several processes at once. PostgreSQL outlives this process unless you await `stop()`.
 * @throws with the reason and the last lines of postgres.log
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options);
  const { cluster, account } = server.home;
  const running = await bringUp(server);
  const attached = running.launch === null;
  server.log(
    `PostgreSQL ${attached ? "was already running" : "started"} on 127.0.0.1:${running.port} ` +
      `(process ${running.pid}${account ? `, account ${account.name}` : ""}), data in ${cluster}`,
  );
  const supervisor = options.supervise === false ? null : supervise(server, running);
  return {
    url: databaseUrl(cluster, running.port),
    socketUrl: running.socketFolder && socketUrl(cluster, running.port, running.socketFolder),
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

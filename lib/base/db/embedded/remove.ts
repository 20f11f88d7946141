import { prepareBinaries } from "./binaries";
import { chooseHome, removeHome } from "./home";
import { findPostmaster } from "./pid-file";
import { stopPostmaster } from "./postmaster";

/**
 * Stops the PostgreSQL of a data folder, if one is running, and removes the folder.
 * @throws if it can't be stopped, or runs where this process can't see it; then nothing is removed
 */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  const home = chooseHome(dataDir);
  await stopPostmaster({ home, binaries: prepareBinaries(home), settings: [], log: () => {} });
  if (await findPostmaster(home.cluster)) throw new Error(`PostgreSQL is still running in ${home.cluster}.`);
  removeHome(dataDir);
}

import { systemContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { database } from "@/lib/base/db/client";
import { newRangeLimits } from "@/lib/chain/nodes/block-range";
import { createProviders } from "@/lib/chain/nodes/providers";
import { watchOnce } from "@/lib/settlement/watcher/watcher";
import { cutting } from "@/tests/support/cut-off";

// A process that does nothing but read the chain, until it is killed or, with KILL_AT, kills itself before the nth
// statement of a pass: `kill -9`, with no time to tidy up.

const network = JSON.parse(process.env.WATCH_NETWORK ?? "") as Network;
const killAt = Number(process.env.KILL_AT ?? 0);
const watchSettings = {
  busyMs: 100,
  idleMs: 100,
  agreeFromMicros: 1_000_000_000n,
  hasTraffic: false,
  clockToleranceMs: 30 * 86_400_000,
  receiptPatienceMs: 0,
  retryMs: 0,
};
const context = () => {
  let statement = 0;
  const db = cutting(database(), () => {
    if (++statement === killAt) process.kill(process.pid, "SIGKILL");
  });
  return { ...systemContext(db, "watch"), network, providers, watchSettings, rangeLimits: newRangeLimits() };
};
const providers = createProviders({ network, timeoutMs: 2_000 });

console.log("watching");
for (;;) {
  const { outcome } = await watchOnce(context());
  if (outcome === "stopped") throw new Error("a fork");
  await new Promise((resolve) => setTimeout(resolve, 20));
}

// npm run dev: the service with Next's compiler. The server is rebuilt and restarted when its source changes.
import { fork } from "node:child_process";
import path from "node:path";
import { context } from "esbuild";
import { serverBuildOptions } from "./lib/build.mjs";
import { buildCheckout } from "./lib/build-checkout.mjs";
import { buildPaymentPage } from "./lib/build-payment-page.mjs";
import { root } from "./lib/root.mjs";

let child = null;
let stopping = false;

function start() {
  child = fork(path.join(root, "dist/server.mjs"), {
    cwd: root,
    env: { ...process.env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1", TILL_ROOT: root },
  });
  child.once("exit", (code) => {
    if (stopping || code !== 0) process.exit(code ?? 1);
  });
}

function restart() {
  if (!child) return start();
  child.removeAllListeners("exit");
  child.once("exit", () => !stopping && start());
  child.kill("SIGTERM");
}

await buildCheckout();
const watcher = await context({
  ...serverBuildOptions(),
  plugins: [
    {
      name: "restart",
      setup: (build) =>
        build.onEnd(async ({ errors }) => {
          if (errors.length > 0) return;
          await buildPaymentPage();
          restart();
        }),
    },
  ],
});
await watcher.watch();

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void watcher.dispose();
    if (!child) process.exit(0);
    child.kill("SIGTERM");
  });
}

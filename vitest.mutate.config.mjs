import { defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** the tests that `npm run mutate` runs */
const tests = (process.env.TILL_MUTATE_TESTS ?? "").split(" ");
const isOnDatabase = tests.some((one) => !one.startsWith("tests/unit/"));
/** a condition of a statement that is left out */
const guard = JSON.parse(process.env.TILL_MUTATE_GUARD ?? "null");

/** Stryker only counts tests. A changed rule that keeps a test file from loading was noticed, so this is an error. */
const unloadable = {
  onInit(vitest) {
    this.state = vitest.state;
  },
  onTestModuleEnd(file) {
    for (const error of file.errors()) this.state.catchError(error, "Unloadable test file");
  },
};

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export
export default defineConfig({
  ...base,
  plugins: guard && [
    {
      name: "leave-out-guard",
      enforce: "pre",
      transform: (code, id) =>
        id.endsWith(`/${guard.file}`) ? `${code.slice(0, guard.start)}true${code.slice(guard.end)}` : null,
    },
  ],
  test: {
    ...base.test,
    projects: undefined,
    include: tests,
    reporters: ["default", unloadable],
    globalSetup: isOnDatabase ? ["tests/support/cluster.ts"] : [],
    setupFiles: ["tests/support/environment.ts", ...(isOnDatabase ? ["tests/support/database.ts"] : [])],
    isolate: false,
  },
});

// biome-ignore lint/style/noDefaultExport: StrykerJS reads the default export
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutate.config.mjs" },
  // the copies that are changed, in a folder that git and all tools leave out
  tempDirName: "dist/mutate",
  cleanTempDir: "always",
  ignorePatterns: [".data*", ".next", "dist", "playwright-report", "test-results"],
  // TypeScript 7 has no functions to adapt it with, and no path in it leaves the copy
  tsconfigFile: "none",
  disableTypeChecks: false,
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false },
  timeoutMS: 15_000,
};

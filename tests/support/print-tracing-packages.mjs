// Loaded into the service before its own code: as it ends, it prints which packages of OpenTelemetry it has loaded.
import { writeSync } from "node:fs";
import { createRequire } from "node:module";

const { cache } = createRequire(import.meta.url);

process.on("exit", () => {
  const files = Object.keys(cache).join("\n").replaceAll("\\", "/");
  const names = new Set([...files.matchAll(/\/node_modules\/@opentelemetry\/([^/]+)\//g)].map((match) => match[1]));
  writeSync(2, `OpenTelemetry: ${[...names].sort().join(" ")}\n`);
});

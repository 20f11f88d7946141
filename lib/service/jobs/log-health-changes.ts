import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";

const failing = () => processWide("health.failing", () => new Set<string>());

/** Logs once when a detail of the service's health fails, and once when it recovers. */
export function logHealthChanges(details: Record<string, boolean | null>): void {
  for (const [name, isWell] of Object.entries(details)) {
    if (isWell === false && !failing().has(name)) {
      failing().add(name);
      log().error({ alarm: name }, `health: ${name} needs attention`);
    } else if (isWell !== false && failing().delete(name)) {
      log().info({ alarm: name }, `health: ${name} is well again`);
    }
  }
}

import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";

const failing = () => processWide("health.failing", () => new Set<string>());

/** Logs a detail of the service's health when it fails, once, and when it is well again. */
export function noteDetails(details: Record<string, boolean | null>): void {
  for (const [name, isWell] of Object.entries(details)) {
    if (isWell === false && !failing().has(name)) {
      failing().add(name);
      log().error({ alarm: name }, `health: ${name} needs attention`);
    } else if (isWell !== false && failing().delete(name)) {
      log().info({ alarm: name }, `health: ${name} is well again`);
    }
  }
}

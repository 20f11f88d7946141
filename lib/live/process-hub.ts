import { database } from "@/lib/db/client";
import { createHub, type Hub } from "@/lib/live/hub";
import { processWide } from "@/lib/process-wide";

/** This process's hub. Pages open their feeds at it, and the server ends them when it stops. */
export function processHub(): Hub {
  return processWide("live.hub", () => createHub(database()));
}

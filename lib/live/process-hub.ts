import { database } from "@/lib/db/client";
import { createHub, type Hub } from "@/lib/live/hub";
import { processWide } from "@/lib/process-wide";

/** This process's hub for dashboard pages; the server ends it on shutdown. */
export function processHub(): Hub {
  return processWide("live.hub", () => createHub(database()));
}

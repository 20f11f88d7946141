import { database } from "@/lib/db/client";
import { processWide } from "@/lib/process-wide";
import { createHub, type Hub } from "@/lib/realtime/hub";

/** This process's hub for dashboard pages; the server ends it on shutdown. */
export function processHub(): Hub {
  return processWide("live.hub", () => createHub(database()));
}

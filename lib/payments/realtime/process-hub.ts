import { database } from "@/lib/base/db/client";
import { processWide } from "@/lib/base/process/process-wide";
import { createHub, type Hub } from "@/lib/payments/realtime/hub";

/** This process's hub for dashboard pages; the server ends it on shutdown. */
export function processHub(): Hub {
  return processWide("live.hub", () => createHub(database()));
}

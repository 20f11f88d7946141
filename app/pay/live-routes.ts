import * as events from "@/app/pay/[id]/events/route";
import * as progress from "@/app/pay/[id]/progress/route";
import type { Endpoint } from "@/lib/api/endpoint";

const ROUTES: Record<string, Endpoint> = { events, progress };

/** The routes an open payment page calls, for the server's fast lane. */
export function liveRouteOf(path: string): Endpoint | undefined {
  return ROUTES[/^\/pay\/[^/]+\/(events|progress)$/.exec(path)?.[1] ?? ""];
}

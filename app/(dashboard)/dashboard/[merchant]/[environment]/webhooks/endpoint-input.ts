import type { EventType } from "@/lib/webhooks/events";

/** What `EndpointFields` and `UrlField` send. */
export function endpointInput(data: FormData) {
  return {
    url: String(data.get("url")).trim(),
    terminalId: String(data.get("terminalId")) || null,
    eventTypes: data.getAll("eventTypes").map(String) as EventType[],
  };
}

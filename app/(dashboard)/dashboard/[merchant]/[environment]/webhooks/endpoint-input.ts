import type { EventType } from "@/lib/delivery/events/catalog";

/** Reads the fields of `EndpointFields` and `UrlField`. */
export function endpointInput(data: FormData) {
  return {
    url: String(data.get("url")).trim(),
    terminalId: String(data.get("terminalId")) || null,
    eventTypes: data.getAll("eventTypes").map(String) as EventType[],
  };
}

import type { EventType } from "@/lib/delivery/events/catalog";
import type { FeedAnswer } from "@/lib/delivery/feed/schemas";
import type { FeedPage } from "@/lib/delivery/feed/select-page";

export function presentFeed({ events, hasMore, next }: FeedPage): FeedAnswer {
  const data = events.map(({ id, type, createdAt, terminalId, body }) => ({
    id,
    type: type as EventType,
    created_at: createdAt.toISOString(),
    terminal_id: terminalId,
    body,
  }));
  return { data, has_more: hasMore, next };
}

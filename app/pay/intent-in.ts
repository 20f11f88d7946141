import type { ApiRequest } from "@/lib/api/request";
import { notFound } from "@/lib/errors";
import { IntentId } from "@/lib/intents/schemas";

/** The intent id in a request's path, `/pay/<id>` or below it. Error: `not_found` if it isn't a valid id. */
export function intentIn({ url }: ApiRequest): string {
  const read = IntentId.safeParse({ id: /\/pay\/([^/?#]+)/.exec(url)?.[1] });
  if (!read.success) throw notFound("intent");
  return read.data.id.toLowerCase();
}

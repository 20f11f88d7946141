import type { ApiRequest } from "@/lib/api/request";
import { notFound } from "@/lib/errors";
import { IntentId } from "@/lib/intents/schemas";

/** The intent in a request's address, `/pay/<id>/…`. What is no id is no intent. Error: `not_found`. */
export function intentIn({ url }: ApiRequest): string {
  const read = IntentId.safeParse({ id: /\/pay\/([^/?#]+)\//.exec(url)?.[1] });
  if (!read.success) throw notFound("intent");
  return read.data.id.toLowerCase();
}

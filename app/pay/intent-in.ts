import { notFound } from "@/lib/base/values/errors";
import { IntentId } from "@/lib/payments/intents/schemas";
import type { ApiRequest } from "@/lib/service/api/request";

/** The intent id in a request's path, `/pay/<id>` or below it. Error: `not_found` if it isn't a valid id. */
export function intentIn({ url }: ApiRequest): string {
  const read = IntentId.safeParse({ id: /\/pay\/([^/?#]+)/.exec(url)?.[1] });
  if (!read.success) throw notFound("intent");
  return read.data.id.toLowerCase();
}

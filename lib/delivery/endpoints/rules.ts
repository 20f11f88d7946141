import { and, eq } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { orm, type Transaction } from "@/lib/base/db/client";
import { checkWebhookUrl } from "@/lib/base/http/url-rules";
import { DomainError, notFound } from "@/lib/base/values/errors";

/** Refuses a URL that breaks the specification's rules: `invalid_url_scheme`, `http_in_live`, `private_ip_in_live`. */
export function requireUrl({ webhooks }: Settings, url: string, environment: Environment): void {
  const checked = checkWebhookUrl(url, environment, webhooks);
  if (!checked.ok) throw new DomainError(checked.code, checked.message, { field: "url" });
}

/** Refuses another merchant's terminal: `not_found`. */
export async function requireTerminal(tx: Transaction, merchantId: string, terminalId: string): Promise<void> {
  const [terminal] = await orm(tx)
    .select({ id: terminals.id })
    .from(terminals)
    .where(and(eq(terminals.id, terminalId), eq(terminals.merchantId, merchantId)));
  if (!terminal) throw notFound("terminal");
}

import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, check } from "drizzle-orm/pg-core";

type Columns = Record<"supportEmail" | "supportUrl" | "supportPhone", AnyPgColumn>;

/**
 * The checks of a table's support contact. An email or URL has no blank or line break, so it can't add a header to a
 * message.
 */
export function supportContactChecks(table: string, { supportEmail, supportUrl, supportPhone }: Columns) {
  const of = (column: string, rule: SQL) => check(`${table}_${column}`, rule);
  return [
    of(
      "support_email",
      sql`${supportEmail} ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(${supportEmail}) <= 254`,
    ),
    of("support_url", sql`${supportUrl} ~* '^https?://[^[:space:]]+$' and char_length(${supportUrl}) <= 500`),
    of("support_phone", sql`${supportPhone} ~ '^[0-9 +()-]{3,30}$'`),
  ];
}

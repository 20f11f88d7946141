/** A column with values from `sealSecret`, and the name that binds each secret to its row. */
export type SealedColumn = { table: string; column: string; rowName(id: string): string };

export const totpRow = (userId: string) => `users/${userId}/totp`;
export const webhookRow = (endpointId: string) => `webhook_endpoints/${endpointId}`;

/**
 * Every column encrypted with `ENCRYPTION_KEY`. Each table's primary key is `id`. Rotation moves a value from
 * `next_secret` to `secret`, so `next_secret` comes first: processing the list in order misses none.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "users", column: "totp_secret", rowName: totpRow },
  { table: "webhook_endpoints", column: "next_secret", rowName: webhookRow },
  { table: "webhook_endpoints", column: "secret", rowName: webhookRow },
];

export function columnName({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}

/** A column whose values `sealSecret` made, and the name that the secret of a row was sealed under. */
export type SealedColumn = { table: string; column: string; rowName(id: string): string };

export const totpRow = (userId: string) => `users/${userId}/totp`;
export const webhookRow = (endpointId: string) => `webhook_endpoints/${endpointId}`;

/**
 * Every column that depends on `ENCRYPTION_KEY`. Each table's primary key is `id`. A rotation's second secret moves to the
 * first one's column, so it stands before it: whoever goes through the list in order misses none.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "users", column: "totp_secret", rowName: totpRow },
  { table: "webhook_endpoints", column: "next_secret", rowName: webhookRow },
  { table: "webhook_endpoints", column: "secret", rowName: webhookRow },
];

export function columnName({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}

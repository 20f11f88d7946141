import { z } from "zod";

/** A position in the log: the time in microseconds, which a `Date` cannot hold, and the id. */
type Position = { micros: string; id: string };

export const AuditCursor = z
  .string()
  .regex(/^\d{1,17}_[0-9a-f-]{36}$/)
  .transform((text): Position => {
    const [micros = "0", id = ""] = text.split("_");
    return { micros, id };
  });

export function formatCursor({ micros, id }: { micros: bigint; id: string }): string {
  return `${micros}_${id}`;
}

import { z } from "zod";

/** A place in the log: the moment in microseconds, which a `Date` cannot hold, and the id. */
type Place = { micros: string; id: string };

export const AuditCursor = z
  .string()
  .regex(/^\d{1,17}_[0-9a-f-]{36}$/)
  .transform((text): Place => {
    const [micros = "0", id = ""] = text.split("_");
    return { micros, id };
  });

export function cursorOf({ micros, id }: { micros: bigint; id: string }): string {
  return `${micros}_${id}`;
}

import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { LINK_HOURS } from "@/lib/devices/life";
import { newDeviceSecret } from "@/lib/devices/secret";
import { env } from "@/lib/env";
import { DomainError, notFound } from "@/lib/errors";
import { visibleTerminals } from "@/lib/terminals/visible";

const NAME = "Enter a name of 1 to 120 characters, for example Tablet at the counter.";

export const CreateDeviceInput = z.object({
  terminalId: z.guid(),
  name: z.string().trim().min(1, NAME).max(120, NAME),
});
export type CreateDeviceInput = z.infer<typeof CreateDeviceInput>;

type CreatedDevice = { deviceId: string; link: string; expiresAt: string };

/**
 * Creates a link that opens a terminal's keypad in the caller's environment, on the first device that follows it within
 * 24 hours. The link is returned only here. Errors: `not_found`, `conflict` for an archived terminal.
 */
export async function createDeviceLink(ctx: MemberContext, input: CreateDeviceInput): Promise<CreatedDevice> {
  const { terminalId, name } = input;
  const { merchantId, environment, actor } = ctx;
  const { secret, hash } = newDeviceSecret();
  return ctx.db.sql.begin(async (tx) => {
    const [terminal] = await tx<{ archived: boolean }[]>`
      select archived_at is not null as archived from terminals
       where id = ${terminalId} and merchant_id = ${merchantId} and ${visibleTerminals(ctx, "id")} for no key update`;
    if (!terminal) throw notFound("terminal");
    if (terminal.archived) {
      throw new DomainError("conflict", "This terminal is archived. Restore it to create a device link.");
    }
    const [device] = await tx<[{ id: string; expiresAt: Date }]>`
      insert into device_links (merchant_id, terminal_id, environment, name, token_hash, created_by, expires_at)
      values (${merchantId}, ${terminalId}, ${environment}, ${name}, ${hash}, ${actor.userId},
              now() + make_interval(hours => ${LINK_HOURS}))
      returning id, expires_at as "expiresAt"`;
    const after = { name, environment, terminalId };
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "device.created",
      targetType: "device",
      targetId: device.id,
      after,
    });
    return { deviceId: device.id, link: toLink(secret), expiresAt: device.expiresAt.toISOString() };
  });
}

/** The secret follows `#`: browsers don't send that part to a server, so no log or link preview has it. */
function toLink(secret: string): string {
  return `${env().APP_URL}/pos/open#${secret}`;
}

import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { deviceLinks, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { DomainError, notFound } from "@/lib/base/values/errors";
import { typedName } from "@/lib/base/values/typed-name";
import { newDeviceSecret } from "@/lib/business/devices/secret";

/** How long a device link can be opened. */
const LINK_HOURS = 24;

/** Of a terminal in one environment, unopened links included: their list shows all. */
export const MOST_DEVICES = 100;

const NAME = "Enter a name of 1 to 120 characters, for example Tablet at the counter.";

export const CreateDeviceInput = z.object({
  terminalId: z.guid(),
  name: typedName({ most: 120, error: NAME }),
});
export type CreateDeviceInput = z.infer<typeof CreateDeviceInput>;

type CreatedDevice = { deviceId: string; link: string; expiresAt: string };

/**
 * Creates a link that opens a terminal's keypad in the caller's environment, on the first device that follows it within
 * 24 hours. The link is returned only here. Errors: `not_found`, `conflict` for an archived terminal or one with
 * `MOST_DEVICES`.
 */
export async function createDeviceLink(ctx: MemberContext, input: CreateDeviceInput): Promise<CreatedDevice> {
  const { terminalId, name } = input;
  const { merchantId, environment, actor } = ctx;
  const { secret, hash } = newDeviceSecret();
  return ctx.db.sql.begin(async (tx) => {
    const [terminal] = await orm(tx)
      .select({ archivedAt: terminals.archivedAt })
      .from(terminals)
      .where(
        and(eq(terminals.id, terminalId), eq(terminals.merchantId, merchantId), isVisibleTerminal(ctx, terminals.id)),
      )
      .for("no key update");
    if (!terminal) throw notFound("terminal");
    if (terminal.archivedAt) {
      throw new DomainError("conflict", "This terminal is archived. Restore it to create a device link.");
    }
    const count = await orm(tx).$count(
      deviceLinks,
      and(
        eq(deviceLinks.merchantId, merchantId),
        eq(deviceLinks.terminalId, terminalId),
        eq(deviceLinks.environment, environment),
        isNull(deviceLinks.revokedAt),
        gt(deviceLinks.expiresAt, fragment`now()`),
      ),
    );
    if (count >= MOST_DEVICES) {
      throw new DomainError(
        "conflict",
        `A terminal can have ${MOST_DEVICES} devices. Revoke one that you no longer use.`,
      );
    }
    const device = requireRow(
      await orm(tx)
        .insert(deviceLinks)
        .values({
          merchantId,
          terminalId,
          environment,
          name,
          tokenHash: hash,
          createdBy: actor.userId,
          expiresAt: fragment`now() + make_interval(hours => ${LINK_HOURS})`,
        })
        .returning({ id: deviceLinks.id, expiresAt: deviceLinks.expiresAt }),
    );
    const after = { name, environment, terminalId };
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "device.created",
      targetType: "device",
      targetId: device.id,
      after,
    });
    return { deviceId: device.id, link: toLink(ctx.settings, secret), expiresAt: device.expiresAt.toISOString() };
  });
}

/** The secret follows `#`: browsers don't send that part to a server, so no log or link preview has it. */
function toLink({ appUrl }: Settings, secret: string): string {
  return `${appUrl}/pos/open#${secret}`;
}

import { and, desc, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { deviceLinks, terminals, users } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { displayName } from "@/lib/people/accounts/display-name";

/** `openedAt` is null until the link is opened; `createdBy` is a person's name, or their email while it is empty. */
export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number];

/** The environment's devices and unopened links, newest first, without revoked and expired ones. */
export async function listDevices(ctx: MemberContext, { terminalId = null }: { terminalId?: string | null } = {}) {
  return ctx.db.orm
    .select({
      id: deviceLinks.id,
      name: deviceLinks.name,
      terminalId: terminals.id,
      terminalName: terminals.name,
      openedAt: deviceLinks.openedAt,
      lastSeenAt: deviceLinks.lastSeenAt,
      expiresAt: deviceLinks.expiresAt,
      createdAt: deviceLinks.createdAt,
      createdBy: displayName,
    })
    .from(deviceLinks)
    .innerJoin(terminals, eq(terminals.id, deviceLinks.terminalId))
    .innerJoin(users, eq(users.id, deviceLinks.createdBy))
    .where(
      and(
        eq(deviceLinks.merchantId, ctx.merchantId),
        eq(deviceLinks.environment, ctx.environment),
        isVisibleTerminal(ctx, deviceLinks.terminalId),
        terminalId === null ? undefined : eq(deviceLinks.terminalId, terminalId),
        isNull(deviceLinks.revokedAt),
        gt(deviceLinks.expiresAt, fragment`now()`),
        isNull(terminals.archivedAt),
      ),
    )
    .orderBy(desc(deviceLinks.createdAt), deviceLinks.id);
}

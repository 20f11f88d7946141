import { and, eq, sql as fragment, gt, isNull, or } from "drizzle-orm";
import { restrictedKeys } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";

/** Conditions for the restricted keys that the member sees in the environment: all, or the one with the ID. */
export function isOwnRestricted(ctx: MemberContext, id?: string) {
  return and(
    eq(restrictedKeys.merchantId, ctx.merchantId),
    eq(restrictedKeys.environment, ctx.environment),
    isVisibleTerminal(ctx, restrictedKeys.terminalId),
    id === undefined ? undefined : eq(restrictedKeys.id, id),
  );
}

/** By the present moment, also in a transaction that has waited for a lock. */
export function hasNotEnded() {
  return or(isNull(restrictedKeys.endsAt), gt(restrictedKeys.endsAt, fragment`clock_timestamp()`));
}

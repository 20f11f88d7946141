import { and, sql as fragment, gt, isNull } from "drizzle-orm";
import { invitations } from "@/drizzle/schema";

/** The condition that a row of `invitations` can still be accepted. */
export function isOpenInvitation() {
  return and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, fragment`now()`));
}

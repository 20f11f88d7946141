import { notFound } from "next/navigation";
import { cache } from "react";
import type { Permission } from "@/lib/base/values/permissions";
import { getRestrictedKey } from "@/lib/business/keys/list-restricted";
import { RestrictedKeyId } from "@/lib/business/keys/schemas";
import { requireMember } from "@/lib/service/auth/member";

type Params = Promise<{ restrictedKey: string }>;

/** The restricted key in the URL and the signed-in member, read once per request; 404 when there is none. */
export const keyOf = cache(async (params: Params, permission: Permission) => {
  const member = await requireMember(params, permission);
  const id = RestrictedKeyId.safeParse({ restrictedKeyId: (await params).restrictedKey });
  const key = id.success ? await getRestrictedKey(member.ctx, id.data.restrictedKeyId) : null;
  if (!key) notFound();
  return { member, key };
});

import { notFound } from "next/navigation";
import { cache } from "react";
import type { Permission } from "@/lib/base/values/permissions";
import { getEndpoint } from "@/lib/delivery/endpoints/list";
import { EndpointId } from "@/lib/delivery/endpoints/schemas";
import { requireMember } from "@/lib/service/auth/member";

type Params = Promise<{ endpoint: string }>;

/** The endpoint in the URL and the signed-in member, read once per request; 404 when there is none. */
export const endpointOf = cache(async (params: Params, permission: Permission) => {
  const member = await requireMember(params, permission);
  const id = EndpointId.safeParse({ endpointId: (await params).endpoint });
  const endpoint = id.success ? await getEndpoint(member.ctx, id.data.endpointId) : null;
  if (!endpoint) notFound();
  return { member, endpoint };
});

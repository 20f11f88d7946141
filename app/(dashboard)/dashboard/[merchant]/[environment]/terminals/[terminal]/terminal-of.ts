import { notFound } from "next/navigation";
import { cache } from "react";
import type { Permission } from "@/lib/base/values/permissions";
import { getTerminal } from "@/lib/business/terminals/list";
import { TerminalId } from "@/lib/business/terminals/schemas";
import { requireMember } from "@/lib/service/auth/member";

type Params = Promise<{ terminal: string }>;

/** The terminal in the URL and the signed-in member, read once per request; 404 when there is none. */
export const terminalOf = cache(async (params: Params, permission: Permission) => {
  const member = await requireMember(params, permission);
  const id = TerminalId.safeParse({ terminalId: (await params).terminal });
  const terminal = id.success ? await getTerminal(member.ctx, id.data.terminalId) : null;
  if (!terminal) notFound();
  return { member, terminal };
});

/** Like `terminalOf`, for pages that an archived terminal doesn't have. */
export async function activeTerminalOf(params: Params, permission: Permission) {
  const found = await terminalOf(params, permission);
  if (found.terminal.archivedAt) notFound();
  return found;
}

import type { MemberContext } from "@/lib/context";
import { visibleTerminals } from "@/lib/terminals/visible";

/** The name of every terminal that the member can see, archived ones last. */
export function listTerminalNames(ctx: MemberContext): Promise<{ id: string; name: string }[]> {
  return ctx.db.sql<{ id: string; name: string }[]>`
    select id, name from terminals where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
     order by archived_at is not null, lower(name), id`;
}

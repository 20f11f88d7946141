import type { MemberContext } from "@/lib/context";
import { visibleTerminals } from "@/lib/terminals/visible";

/** Every terminal that the member may see, archived ones last, to choose from. */
export function listTerminalNames(ctx: MemberContext): Promise<{ id: string; name: string }[]> {
  return ctx.db.sql<{ id: string; name: string }[]>`
    select id, name from terminals where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
     order by archived_at is not null, lower(name), id`;
}

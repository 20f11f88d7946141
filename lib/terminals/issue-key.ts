import type { apiKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { DomainError, notFound } from "@/lib/errors";
import { issueKey } from "@/lib/keys/issue";
import { visibleTerminals } from "@/lib/members/visible-terminals";
import type { TerminalId } from "@/lib/terminals/schemas";

type Row = { archived: boolean; last4: (typeof apiKeys.$inferSelect)["last4"] | null };

/**
 * Issues a key to a terminal that has none in the environment. The key is returned only here; of concurrent calls one
 * succeeds. Errors: `not_found`, `conflict` if there is a key or the terminal is archived, `invalid_request` if live is
 * not ready.
 */
export async function issueKeyToTerminal(ctx: MemberContext, { terminalId }: TerminalId): Promise<{ key: string }> {
  const { environment, merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const [terminal] = await tx<Row[]>`
      select t.archived_at is not null as archived, (
               select last4 from api_keys k
                where k.terminal_id = t.id and k.environment = ${environment} and k.ends_at is null)
        from terminals t
       where t.id = ${terminalId} and t.merchant_id = ${merchantId} and ${visibleTerminals(ctx, "t.id")}
         for no key update`;
    if (!terminal) throw notFound("terminal");
    if (terminal.archived) {
      throw new DomainError("conflict", "This terminal is archived. Restore it to issue a key.");
    }
    if (terminal.last4) {
      throw new DomainError(
        "conflict",
        `This terminal already has a ${environment} key, …${terminal.last4}. Rotate it instead.`,
      );
    }
    const key = await issueKey(ctx.settings, tx, { id: terminalId, merchantId }, environment);
    const after = { environment, last4: key.slice(-4) };
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "api_key.issued",
      targetType: "terminal",
      targetId: terminalId,
      after,
    });
    return { key };
  });
}

import type { attentionItems, auditLog, deviceLinks, transfers } from "@/drizzle/schema";
import { type AuditFilter, auditWhere } from "@/lib/base/audit/filter";
import { nameReferences } from "@/lib/base/audit/references";
import type { Environment, MemberContext } from "@/lib/base/context/context";
import type { Cursor } from "@/lib/base/lists/cursor";
import { newestFirst } from "@/lib/base/lists/newest-first";

type Stored = typeof auditLog.$inferSelect;

type Row = Pick<Stored, "id" | "actorId" | "action" | "targetType" | "targetId" | "address"> & {
  at: Date;
  actorType: "user" | "api_key" | "device" | "system" | "public" | "customer";
  /**
   * a person's name or email, a terminal and the last four characters of its key, the name of a restricted key or a
   * device; null when unknown
   */
  actorName: string | null;
  isRestrictedKey: boolean;
  actorEmail: string | null;
  /** what the target is called: a person, terminal, key, device, URL, event type or reference; null: it has no name */
  targetName: string | null;
  /** of a payment, item, delivery, endpoint, device or restricted key; null when it is gone, and for other targets */
  targetEnvironment: Environment | null;
  /** of a payment, an item or a transfer */
  targetMicros: (typeof transfers.$inferSelect)["amountMicros"] | null;
  /** of an item of Needs attention */
  targetKind: (typeof attentionItems.$inferSelect)["kind"] | null;
  /** of a device */
  targetTerminalId: (typeof deviceLinks.$inferSelect)["terminalId"] | null;
  /** of a transfer */
  targetIntentId: (typeof transfers.$inferSelect)["intentId"] | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type AuditEntry = Row & {
  /** what the terminals and payments in `before` and `after` are called, by ID */
  references: Readonly<Record<string, string>>;
};

/** With its moment in microseconds since 1970, for cursors. */
export type Keyed<R> = R & { micros: string };

/** Entries of the merchant's log, newest first, with the names of actor and target. */
export async function selectAudit(
  ctx: MemberContext,
  filter: AuditFilter,
  page: { after: Cursor | null; limit: number },
): Promise<Keyed<AuditEntry>[]> {
  const rows = await selectRows(ctx, filter, page);
  const references = await nameReferences(ctx, rows);
  return rows.map((row) => ({ ...row, references }));
}

/** `target_id` is text: each join casts it only where it is an ID of its own table. */
function selectRows(
  ctx: MemberContext,
  filter: AuditFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<Keyed<Row>[]> {
  const { sql } = ctx.db;
  const { merchantId } = ctx;
  const list = newestFirst(sql, sql`a.created_at`, sql`a.id`);
  return sql<Keyed<Row>[]>`
    with a as (
      select * from audit_log a where ${auditWhere(ctx, filter)} and ${list.after(after)}
       order by ${list.order} limit ${limit})
    select a.id, a.created_at as at, ${list.micros},
           a.actor_type as "actorType", a.actor_id as "actorId", u.email as "actorEmail",
           coalesce(nullif(u.name, ''), u.email, kt.name || ' ····' || k.last4, rk.name, d.name) as "actorName",
           rk.id is not null as "isRestrictedKey",
           a.action, a.target_type as "targetType", a.target_id as "targetId",
           coalesce(nullif(tu.name, ''), tu.email, tm.name, tt.name, tk.name, td.name, ts.name, ti.email, te.url, dv.type,
                    tp.reference) as "targetName",
           coalesce(tk.environment, td.environment, sh.environment, te.environment, dv.environment, tp.environment,
                    tn.environment) as "targetEnvironment",
           coalesce(tp.amount_micros, tn.amount_micros, tr.amount_micros) as "targetMicros", tn.kind as "targetKind",
           coalesce(td.terminal_id, sh.terminal_id) as "targetTerminalId", tr.intent_id as "targetIntentId", a.address, a.before, a.after
      from a
      left join users u on a.actor_type = 'user' and u.id = case when a.actor_type = 'user' then a.actor_id::uuid end
      left join api_keys k on k.merchant_id = ${merchantId}
                          and k.id = case when a.actor_type = 'api_key' then a.actor_id::uuid end
      left join terminals kt on kt.merchant_id = k.merchant_id and kt.id = k.terminal_id
      left join restricted_keys rk on rk.merchant_id = ${merchantId}
                                  and rk.id = case when a.actor_type = 'api_key' then a.actor_id::uuid end
      left join device_links d on d.merchant_id = ${merchantId}
                              and d.id = case when a.actor_type = 'device' then a.actor_id::uuid end
      left join users tu on tu.id = case when a.target_type = 'user' then a.target_id::uuid end
      left join merchants tm on tm.id = ${merchantId} and a.target_type = 'merchant'
      left join terminals tt on tt.merchant_id = ${merchantId}
                            and tt.id = case when a.target_type = 'terminal' then a.target_id::uuid end
      left join restricted_keys tk on tk.merchant_id = ${merchantId}
                                  and tk.id = case when a.target_type = 'restricted_key' then a.target_id::uuid end
      left join device_links td on td.merchant_id = ${merchantId}
                               and td.id = case when a.target_type = 'device' then a.target_id::uuid end
      left join shifts sh on sh.merchant_id = ${merchantId}
                         and sh.id = case when a.target_type = 'shift' then a.target_id::uuid end
      left join terminals ts on ts.merchant_id = sh.merchant_id and ts.id = sh.terminal_id
      left join invitations ti on ti.merchant_id = ${merchantId}
                              and ti.id = case when a.target_type = 'invitation' then a.target_id::uuid end
      left join webhook_endpoints te on te.merchant_id = ${merchantId}
                                    and te.id = case when a.target_type = 'webhook_endpoint' then a.target_id::uuid end
      left join webhook_deliveries tw on tw.id = case when a.target_type = 'delivery' then a.target_id::uuid end
      left join events dv on dv.merchant_id = ${merchantId} and dv.id = tw.event_id
      left join payment_intents tp on tp.merchant_id = ${merchantId}
                                  and tp.id = case when a.target_type = 'intent' then a.target_id::uuid end
      left join attention_items tn on tn.merchant_id = ${merchantId}
                                  and tn.id = case when a.target_type = 'attention_item' then a.target_id::uuid end
      left join transfers tr on tr.merchant_id = ${merchantId}
                            and tr.id = case when a.target_type = 'transfer' then a.target_id::uuid end
     order by ${list.order}`;
}

import type { Metadata, Route } from "next";
import { startPlace } from "@/app/(dashboard)/start-place";
import { accountColumns } from "@/components/audit/account-columns";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { ListAccountLogInput, listAccountLog } from "@/lib/audit/list-account";
import { requireUser } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Security log" };

export default async function Page({ searchParams }: PageProps<"/account/log">) {
  const user = await requireUser();
  const asked = ListAccountLogInput.safeParse(await searchParams);
  const input = asked.success ? asked.data : {};
  const [{ entries, next }, start] = await Promise.all([listAccountLog(user.ctx, input), startPlace(user)]);
  const zone = start?.membership.merchant.timeZone ?? "UTC";
  return (
    <>
      <PageHeader
        title="Security log"
        description="What happened to your account, newest first. Nothing in it can be changed."
      />
      <div>
        <DataTable
          caption="Security log"
          columns={accountColumns(zone, new Date().toISOString())}
          rows={entries}
          rowId={({ id }) => id}
          empty={<EmptyState title="Nothing here">This is the end of the log.</EmptyState>}
        />
        {(input.cursor || next) && (
          <Pager
            newer={input.cursor ? "/account/log" : null}
            older={next ? (`/account/log?cursor=${next}` as Route) : null}
            shown={`${entries.length} entries`}
          />
        )}
      </div>
    </>
  );
}

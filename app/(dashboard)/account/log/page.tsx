import type { Metadata } from "next";
import { firstDashboard } from "@/app/(dashboard)/first-dashboard";
import { accountColumns } from "@/components/audit/account-columns";
import { withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { ListAccountLogInput, listAccountLog } from "@/lib/base/audit/list-account";
import { requireUser } from "@/lib/service/auth/session";
import { accountMessages } from "@/lib/service/messages/en/account";

export const metadata: Metadata = { title: accountMessages.pages.log };

export default async function Page({ searchParams }: PageProps<"/account/log">) {
  const user = await requireUser();
  const asked = ListAccountLogInput.safeParse(await searchParams);
  const input = asked.success ? asked.data : {};
  const [{ entries, next }, start] = await Promise.all([listAccountLog(user.ctx, input), firstDashboard(user)]);
  const zone = start?.membership.merchant.timeZone ?? "UTC";
  const text = accountMessages.log;
  return (
    <>
      <PageHeader title={accountMessages.pages.log} description={text.description} />
      <div>
        <DataTable
          caption={accountMessages.pages.log}
          columns={accountColumns(zone, new Date().toISOString())}
          rows={entries}
          rowId={({ id }) => id}
          empty={
            <EmptyState
              title={text.empty.title}
              action={<ButtonLink href="/account/log">{text.empty.action}</ButtonLink>}
            >
              {text.empty.text}
            </EmptyState>
          }
        />
        {(input.cursor || next) && (
          <Pager
            first={input.cursor ? "/account/log" : null}
            older={next ? withQuery("/account/log", { cursor: next }) : null}
            shown={text.shown(entries.length)}
          />
        )}
      </div>
    </>
  );
}

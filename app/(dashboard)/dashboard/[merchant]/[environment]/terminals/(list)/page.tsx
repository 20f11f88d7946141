import type { Metadata } from "next";
import { CreateTerminal } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/create-terminal";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import { NoTerminal } from "@/components/terminals/no-terminal";
import { terminalColumns } from "@/components/terminals/terminal-columns";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { NumberedPager } from "@/components/ui/numbered-pager";
import { PageHeader } from "@/components/ui/page-header";
import { pageOf } from "@/components/ui/page-of";
import { TabLinks } from "@/components/ui/tab-links";
import { env } from "@/lib/base/process/env";
import { listTerminals } from "@/lib/business/terminals/list";
import { requireMember } from "@/lib/service/auth/member";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { archivedCaption, description, emptyArchived, tabs, title } = terminalsMessages;

export const metadata: Metadata = { title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals">;

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "terminals.view");
  const { show, page } = await searchParams;
  const archived = show === "archived";
  const [shown, others] = await Promise.all([
    listTerminals(ctx, { archived }),
    listTerminals(ctx, { archived: !archived }),
  ]);
  const dashboard = { merchant: merchant.id, environment };
  const { rows, ...turns } = pageOf(shown, page);
  const counts = archived ? [others.length, shown.length] : [shown.length, others.length];
  const create = can("terminals.manage") && (
    <CreateTerminal dashboard={dashboard} zone={merchant.timeZone} appUrl={env().APP_URL} />
  );
  return (
    <>
      <PageHeader title={title} description={description} actions={create} />
      <div className="flex flex-col gap-4">
        {(archived || others.length > 0) && (
          <TabLinks
            label={title}
            tabs={[
              { href: pathTo(dashboard, "terminals"), label: tabs.active, count: counts[0], current: !archived },
              {
                href: withQuery(pathTo(dashboard, "terminals"), { show: "archived" }),
                label: tabs.archived,
                count: counts[1],
                current: archived,
              },
            ]}
          />
        )}
        <DataTable
          caption={archived ? archivedCaption : title}
          columns={terminalColumns(merchant.timeZone, new Date().toISOString())}
          rows={rows}
          rowId={(row) => row.id}
          rowHref={(row) => pathTo(dashboard, "terminals", row.id)}
          empty={
            archived ? (
              <NothingArchived dashboard={dashboard} />
            ) : (
              <NoTerminal dashboard={dashboard} manages={can("terminals.manage")} seesAll={ctx.terminalIds === null} />
            )
          }
        />
        <NumberedPager
          page={turns}
          address={(page) => withQuery(pathTo(dashboard, "terminals"), { show: archived ? "archived" : null, page })}
        />
      </div>
    </>
  );
}

function NothingArchived({ dashboard }: { dashboard: DashboardParams }) {
  return (
    <EmptyState
      title={emptyArchived.title}
      action={<ButtonLink href={pathTo(dashboard, "terminals")}>{emptyArchived.action}</ButtonLink>}
    >
      {emptyArchived.text}
    </EmptyState>
  );
}

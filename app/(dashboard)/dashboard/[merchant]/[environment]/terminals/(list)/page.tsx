import type { Metadata, Route } from "next";
import { CreateTerminal } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/create-terminal";
import { pathTo } from "@/components/shell/paths";
import { terminalColumns } from "@/components/terminals/terminal-columns";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";
import { requireMember } from "@/lib/auth/member";
import { env } from "@/lib/env";
import { listTerminals } from "@/lib/terminals/list";

export const metadata: Metadata = { title: "Terminals" };

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals">;

export default async function Page({ params, searchParams }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "terminals.view");
  const archived = (await searchParams).show === "archived";
  const [shown, others] = await Promise.all([
    listTerminals(ctx, { archived }),
    listTerminals(ctx, { archived: !archived }),
  ]);
  const place = { merchant: merchant.id, environment };
  const counts = archived ? [others.length, shown.length] : [shown.length, others.length];
  const create = can("terminals.manage") && (
    <CreateTerminal scope={place} zone={merchant.timeZone} appUrl={env().APP_URL} />
  );
  return (
    <>
      <PageHeader
        title="Terminals"
        description="A terminal is one place that takes payments: a till, a web shop, a market stall. Each has its own keys, zone and report."
        actions={create}
      />
      <div className="flex flex-col gap-4">
        {(archived || others.length > 0) && (
          <TabLinks
            label="Terminals"
            tabs={[
              { href: pathTo(place, "terminals"), label: "In use", count: counts[0], current: !archived },
              {
                href: `${pathTo(place, "terminals")}?show=archived` as Route,
                label: "Archived",
                count: counts[1],
                current: archived,
              },
            ]}
          />
        )}
        <DataTable
          caption={archived ? "Archived terminals" : "Terminals"}
          columns={terminalColumns(merchant.timeZone, new Date().toISOString())}
          rows={shown}
          rowId={(row) => row.id}
          rowHref={(row) => pathTo(place, "terminals", row.id)}
          empty={archived ? <NothingArchived /> : <NoTerminal manages={can("terminals.manage")} />}
        />
      </div>
    </>
  );
}

function NoTerminal({ manages }: { manages: boolean }) {
  return (
    <EmptyState title="No terminal yet">
      {manages
        ? "Create one for each place that takes payments. Its sandbox key is shown right away, with a first call to try."
        : "You see the terminals that you serve. Ask whoever manages your team to give you one."}
    </EmptyState>
  );
}

function NothingArchived() {
  return (
    <EmptyState title="Nothing is archived">
      A terminal that you no longer use can be archived on its page. Its figures stay.
    </EmptyState>
  );
}

import type { Metadata } from "next";
import { DeveloperTabs } from "@/components/developers/developer-tabs";
import { keyColumns } from "@/components/keys/key-columns";
import { pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { listEndedRestrictedKeys, listRestrictedKeys } from "@/lib/business/keys/list-restricted";
import { requireMember } from "@/lib/service/auth/member";
import { developersMessages } from "@/lib/service/messages/en/developers";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { description, list, terminalKeys, terminals, title } = keysMessages;

export const metadata: Metadata = { title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers/keys">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment, can } = await requireMember(params, "developers.view");
  const [keys, ended] = await Promise.all([listRestrictedKeys(ctx), listEndedRestrictedKeys(ctx)]);
  const dashboard = { merchant: merchant.id, environment };
  const columns = (isEnded: boolean) => keyColumns(merchant.timeZone, new Date().toISOString(), isEnded);
  const shown = {
    rowId: ({ id }: { id: string }) => id,
    rowHref: ({ id }: { id: string }) => pathTo(dashboard, "developers", "keys", id),
  };
  const create = can("keys.manage") && (
    <ButtonLink href={pathTo(dashboard, "developers", "keys", "new")} look="primary">
      {list.create}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={developersMessages.title} description={description} actions={keys.length > 0 && create} />
      <div className="flex flex-col gap-5">
        <DeveloperTabs dashboard={dashboard} />
        <p className="text-14 text-ink-2">
          {terminalKeys.before} <TextLink href={pathTo(dashboard, "terminals")}>{terminals}</TextLink>
          {terminalKeys.after}
        </p>
        <DataTable
          {...shown}
          caption={list.caption}
          columns={columns(false)}
          rows={keys}
          empty={
            <EmptyState title={list.empty.title} action={create}>
              {list.empty.text}
            </EmptyState>
          }
        />
      </div>
      {ended.length > 0 && (
        <Section title={list.ended.title} description={list.ended.description}>
          <DataTable {...shown} caption={list.ended.title} columns={columns(true)} rows={ended} empty={null} />
        </Section>
      )}
    </>
  );
}

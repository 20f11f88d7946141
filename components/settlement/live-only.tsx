import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import type { Waiting } from "@/lib/payments/attention/count-waiting";
import { settlementMessages } from "@/lib/service/messages/en/settlement";
import { SettlementTabs } from "./settlement-tabs";

const { sandbox, title } = settlementMessages;

/** What the pages that need a wallet show in the sandbox; `waiting`: what waits for a person there. */
export function LiveOnly({ dashboard, waiting }: { dashboard: DashboardParams; waiting: Waiting }) {
  return (
    <>
      <PageHeader title={title} />
      <div className="flex flex-col gap-8">
        <SettlementTabs dashboard={dashboard} waiting={waiting} />
        <EmptyState
          title={sandbox.title}
          action={
            <ButtonLink href={pathTo({ ...dashboard, environment: "live" }, "settlement")} look="primary">
              {sandbox.action}
            </ButtonLink>
          }
        >
          {sandbox.text}
        </EmptyState>
      </div>
    </>
  );
}

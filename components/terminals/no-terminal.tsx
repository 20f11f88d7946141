import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { empty } = terminalsMessages;

type Props = {
  dashboard: DashboardParams;
  manages: boolean;
  /** sees every terminal of the business, not only those assigned */
  seesAll: boolean;
};

/**
 * What a page shows that needs a terminal when there is none: the way to the first one, or who can create or assign it.
 */
export function NoTerminal({ dashboard, manages, seesAll }: Props) {
  if (!manages) return <EmptyState title={empty.title}>{seesAll ? empty.viewing : empty.assigned}</EmptyState>;
  return (
    <EmptyState
      title={empty.title}
      action={
        <ButtonLink href={firstTerminalPath(dashboard)} look="primary">
          {empty.action}
        </ButtonLink>
      }
    >
      {empty.managing}
    </EmptyState>
  );
}

/** The welcome page, where the first terminal and its payment are created; it exists in the sandbox only. */
export function firstTerminalPath({ merchant }: DashboardParams) {
  return pathTo({ merchant, environment: "sandbox" }, "welcome");
}

import { pathTo, type Scope } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { settlementMessages } from "@/lib/messages/en/settlement";

const { sandbox, title } = settlementMessages;

/** What the section shows in the sandbox, where nothing is settled. */
export function LiveOnly({ scope }: { scope: Scope }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        title={sandbox.title}
        action={
          <ButtonLink href={pathTo({ ...scope, environment: "live" }, "settlement")} look="primary">
            {sandbox.action}
          </ButtonLink>
        }
      >
        {sandbox.text}
      </EmptyState>
    </>
  );
}

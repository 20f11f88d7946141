import { type Place, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";

/** What the section is in the sandbox, where nothing is settled. */
export function LiveOnly({ place }: { place: Place }) {
  return (
    <>
      <PageHeader title="Settlement" />
      <EmptyState
        title="Nothing is settled in the sandbox"
        action={
          <ButtonLink href={pathTo({ ...place, environment: "live" }, "settlement")} look="primary">
            Go to live
          </ButtonLink>
        }
      >
        Sandbox payments move no money, so they need no wallet. In live, this is where your receiving wallet, the watch
        over the chain, money that needs a decision, and your funds are.
      </EmptyState>
    </>
  );
}

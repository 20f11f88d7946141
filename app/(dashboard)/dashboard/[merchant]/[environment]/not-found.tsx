import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** The same for what is not there and for what is another shop's. */
export default function NotFound() {
  return (
    <EmptyState title="There is no such page" action={<ButtonLink href="/dashboard">Go to your dashboard</ButtonLink>}>
      The address may be mistyped, or what it leads to is not yours.
    </EmptyState>
  );
}

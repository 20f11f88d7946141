import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";

/** Inside the shell, so that the way to what the role does allow stays in sight. */
export default function Forbidden() {
  return (
    <EmptyState
      title="Your role does not allow this"
      action={<ButtonLink href="/dashboard">Go to the start of the shop</ButtonLink>}
    >
      An owner or a manager can give you another role: Settings, Team.
    </EmptyState>
  );
}

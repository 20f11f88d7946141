import type { Metadata } from "next";
import { DeadEnd } from "@/components/site/dead-end";
import { ButtonLink } from "@/components/ui/button-link";

export const metadata: Metadata = { title: "Not allowed" };

export default function Forbidden() {
  return (
    <DeadEnd
      code="403"
      title="Your role does not allow this."
      action={
        <ButtonLink href="/dashboard" look="primary" size="normal">
          Go to the dashboard
        </ButtonLink>
      }
    >
      An owner or a manager of the shop can give you another role: Settings, Team.
    </DeadEnd>
  );
}

import type { Metadata } from "next";
import { DeadEnd } from "@/components/site/dead-end";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not allowed" };

export default function Forbidden() {
  return (
    <DeadEnd
      code="403"
      title="Your role does not allow this."
      action={
        // no `Link`: the script of this page goes with every other page, the customer's too
        <a href="/dashboard" className={buttonClass()}>
          Go to the dashboard
        </a>
      }
    >
      An owner or a manager of the shop can give you another role: Settings, Team.
    </DeadEnd>
  );
}

import type { Route } from "next";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";

type Props = { appName: string; children: string; action: { href: Route; label: string } };

/** What a link shows that was used, revoked, is too old, or never was: the same in every case. */
export function LinkEnded({ appName, children, action }: Props) {
  return (
    <AuthFrame appName={appName} title="This link no longer works" description={children}>
      <ButtonLink href={action.href} look="primary" size="normal">
        {action.label}
      </ButtonLink>
    </AuthFrame>
  );
}

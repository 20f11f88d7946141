import type { Route } from "next";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { authMessages } from "@/lib/service/messages/en/auth";

type Props = { appName: string; children: string; action: { href: Route; label: string } };

/** The page of a link that was used, was revoked, has expired or never existed: the same in every case. */
export function LinkEnded({ appName, children, action }: Props) {
  return (
    <AuthFrame appName={appName} title={authMessages.linkEnded.title} description={children}>
      <ButtonLink href={action.href} look="primary" size="normal">
        {action.label}
      </ButtonLink>
    </AuthFrame>
  );
}

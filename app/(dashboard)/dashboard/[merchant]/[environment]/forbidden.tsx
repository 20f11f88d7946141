import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { shellMessages } from "@/lib/service/messages/en/shell";

const text = shellMessages.forbidden;

/** Inside the shell, so that the navigation to what the role does allow stays visible. */
export default function Forbidden() {
  return (
    <EmptyState title={text.title} action={<ButtonLink href="/dashboard">{text.action}</ButtonLink>}>
      {text.text}
    </EmptyState>
  );
}

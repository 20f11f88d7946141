import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { shellMessages } from "@/lib/service/messages/en/shell";

const text = shellMessages.notFound;

/** The same answer for what does not exist and for what belongs to another merchant. */
export default function NotFound() {
  return (
    <EmptyState title={text.title} action={<ButtonLink href="/dashboard">{text.action}</ButtonLink>}>
      {text.text}
    </EmptyState>
  );
}

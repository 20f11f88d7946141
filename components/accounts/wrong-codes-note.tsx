import { Note } from "@/components/ui/note";
import { TextLink } from "@/components/ui/text-link";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.wrongCodes;

/** Warns that someone who knows the password is guessing authenticator codes. */
export function WrongCodesNote({ count }: { count: number }) {
  return (
    <div className="print:hidden">
      <Note tone="brick">
        <span>{`${text.text(count)} `}</span>
        <TextLink href="/account">{text.changePassword}</TextLink>. {text.logBefore}{" "}
        <TextLink href="/account/log">{text.log}</TextLink> {text.logAfter}
      </Note>
    </div>
  );
}

import { Note } from "@/components/ui/note";
import { TextLink } from "@/components/ui/text-link";

/** Tells a person that someone who has the password tries codes of the authenticator. */
export function WrongCodesNote({ count }: { count: number }) {
  return (
    <div className="print:hidden">
      <Note tone="brick">
        In the last two weeks, someone entered your password and then {count} wrong codes of your authenticator. They
        did not get in with those. If it wasn’t you, <TextLink href="/account">change your password</TextLink>. The{" "}
        <TextLink href="/account/log">security log</TextLink> has each attempt.
      </Note>
    </div>
  );
}

import { humanChange } from "@/components/audit/change-words";

type Entry = {
  action: string;
  by: "you" | "operator";
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

const WORDS: Record<string, string> = {
  "account.created": "Account made",
  "session.started": "Signed in",
  "session.refused": "Right password, wrong code",
  "session.revoked": "Signed a device out",
  "sessions.revoked": "Signed all other devices out",
  "password.changed": "Password changed",
  "password.reset_requested": "Link to a new password made",
  "password.reset": "New password by a link",
  "email.change_requested": "Change of e-mail asked for",
  "email.changed": "E-mail changed",
  "name.changed": "Name changed",
  "authenticator.added": "Two-step sign-in switched on",
  "authenticator.removed": "Two-step sign-in switched off",
  "recovery_codes.replaced": "New recovery codes made",
};

/** What happened to a person's account, as a sentence and what belongs to it. */
export function accountWords({ action, by, before, after }: Entry) {
  return {
    what: WORDS[action] ?? action,
    detail: detailOf(before, after),
    who: by === "operator" ? "Whoever runs this installation" : null,
    /** somebody else may be at work */
    alarming: action === "session.refused",
  };
}

/** A device is named without saying that it is one, and a second step only where there was one. */
function detailOf(before: Entry["before"], after: Entry["after"]): string {
  const { device, secondFactor, ...rest } = after ?? {};
  const { device: was, ...restBefore } = before ?? {};
  const second = typeof secondFactor === "string" && secondFactor !== "none" ? `by ${secondFactor}` : "";
  return [device, was, second, humanChange(restBefore, rest)].filter(Boolean).join(" · ");
}

import { uiMessages } from "@/lib/service/messages/en/ui";
import { Field } from "./field";
import { PasswordInput } from "./password-input";

type Props = { error: string | undefined; className?: string };

/** The signed-in person enters their password again before a sensitive action; the form reads it as `password`. */
export function OwnPassword({ error, className }: Props) {
  return (
    <Field label={uiMessages.password.label} error={error} required className={className}>
      <PasswordInput name="password" autoComplete="current-password" />
    </Field>
  );
}

/** The password entered in `OwnPassword`; undefined where a form does not ask for it. */
export function ownPassword(data: FormData): string | undefined {
  return data.get("password")?.toString();
}

import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";

type Props = { error: string | undefined; className?: string };

/** The password of whoever is signed in, entered again for an act that matters; a form reads it as `password`. */
export function OwnPassword({ error, className }: Props) {
  return (
    <Field label="Your password" error={error} required className={className}>
      <PasswordInput name="password" autoComplete="current-password" />
    </Field>
  );
}

/** What `OwnPassword` was given; undefined where a form does not ask for it. */
export function ownPassword(data: FormData): string | undefined {
  return data.get("password")?.toString();
}

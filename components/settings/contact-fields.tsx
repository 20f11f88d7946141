import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { SupportContact } from "@/lib/business/terminals/support-contact";
import { settingsMessages } from "@/lib/service/messages/en/settings";

const messages = settingsMessages.business.contact;

type Props = { values: SupportContact; errors: Record<string, string> | undefined };

/** How customers reach support: email, page and phone, each of which may be empty. */
export function ContactFields({ values, errors = {} }: Props) {
  return (
    <>
      <Field label={messages.email} description={messages.emailHint} error={errors.supportEmail}>
        <Input
          key={values.supportEmail}
          name="supportEmail"
          defaultValue={values.supportEmail ?? ""}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <Field label={messages.page} description={messages.pageHint} error={errors.supportUrl}>
        <Input
          key={values.supportUrl}
          name="supportUrl"
          defaultValue={values.supportUrl ?? ""}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
        />
      </Field>
      <Field label={messages.phone} description={messages.phoneHint} error={errors.supportPhone} className="max-w-xs">
        <Input
          key={values.supportPhone}
          name="supportPhone"
          type="tel"
          defaultValue={values.supportPhone ?? ""}
          autoComplete="off"
          maxLength={30}
          figures
        />
      </Field>
    </>
  );
}

/** The fields as the form has them; the action makes empty ones null. */
export function contactOf(data: FormData) {
  const text = (name: string) => String(data.get(name));
  return {
    supportEmail: text("supportEmail"),
    supportUrl: text("supportUrl"),
    supportPhone: text("supportPhone"),
  };
}

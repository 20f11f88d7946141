"use client";

import { onlyChanged } from "@/app/_kit/only-changed";
import { useAction } from "@/app/_kit/use-action";
import { ContactFields, contactOf } from "@/components/settings/contact-fields";
import type { DashboardParams } from "@/components/shell/paths";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { SupportContact } from "@/lib/business/terminals/support-contact";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { updateContact } from "./actions";

const messages = settingsMessages.business.contact;

/** Sets how customers reach the business. */
export function ContactForm({ dashboard, contact }: { dashboard: DashboardParams; contact: SupportContact }) {
  const { run, busy, failure } = useAction(updateContact, {
    onDone: () => toast({ title: messages.saved, tone: "good" }),
  });
  return (
    <Form
      action={(data) => run(dashboard, onlyChanged(contactOf(data), contact))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xl"
    >
      <ContactFields values={contact} errors={failure?.fields} />
      <p className="text-14 text-ink-2">{messages.empty}</p>
      <FormActions align="start">
        <SubmitButton>{messages.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

"use client";

import { onlyChanged } from "@/app/_kit/only-changed";
import { useAction } from "@/app/_kit/use-action";
import { updateTerminal } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import { contactOf } from "@/components/settings/contact-fields";
import type { DashboardParams } from "@/components/shell/paths";
import { TerminalFields } from "@/components/terminals/terminal-fields";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import type { SupportContact } from "@/lib/business/terminals/support-contact";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.settings;

type Props = {
  dashboard: DashboardParams;
  terminal: {
    id: string;
    name: string;
    timeZone: string;
    businessDayStart: string;
    intentLifeMinutes: number;
    tolerance: string;
    chargeLimit: string;
  } & SupportContact;
};

/**
 * Changes a terminal's name, time zone, business day, payment expiry, charge limit, underpayment tolerance and support
 * contact. Asks for the password once the server does: only a higher tolerance needs it.
 */
export function TerminalSettings({ dashboard, terminal }: Props) {
  const { run, busy, failure } = useAction(updateTerminal, {
    onDone: () => toast({ title: messages.saved, tone: "good" }),
  });
  const save = (data: FormData) => {
    const text = (name: string) => String(data.get(name));
    const fields = {
      name: text("name"),
      timeZone: text("timeZone"),
      businessDayStart: text("businessDayStart"),
      intentLifeMinutes: text("intentLifeMinutes"),
      tolerance: text("tolerance"),
      chargeLimit: text("chargeLimit"),
      ...contactOf(data),
    };
    run(dashboard, { terminalId: terminal.id, ...onlyChanged(fields, terminal) }, ownPassword(data));
  };
  return (
    <Form action={save} pending={busy} error={failure && !failure.fields ? failure.message : null} className="max-w-xl">
      <TerminalFields values={terminal} errors={failure?.fields} />
      {failure?.fields?.password && <OwnPassword error={failure.fields.password} />}
      <FormActions align="start">
        <SubmitButton>{messages.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

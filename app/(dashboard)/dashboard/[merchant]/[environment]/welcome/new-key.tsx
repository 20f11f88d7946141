"use client";

import { useAction } from "@/app/_kit/use-action";
import { issueKey, rotateKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { welcomeMessages } from "@/lib/service/messages/en/welcome";

type Props = {
  dashboard: DashboardParams;
  terminal: { id: string; name: string; hasKey: boolean };
  onDone(made: { id: string; name: string; key: string }): void;
};

/** Issues a new sandbox key when the page no longer knows the one that was shown once. */
export function NewKey({ dashboard, terminal, onDone }: Props) {
  const { id, name, hasKey } = terminal;
  const onKey = ({ key }: { key: string }) => onDone({ id, name, key });
  const replace = useAction(rotateKey, { onDone: onKey, refresh: false });
  const issue = useAction(issueKey, { onDone: onKey, refresh: false });
  const { busy, failure } = hasKey ? replace : issue;
  const submit = (data: FormData) => {
    if (hasKey) replace.run(dashboard, { terminalId: id, graceHours: 0 }, ownPassword(data));
    else issue.run(dashboard, { terminalId: id });
  };
  return (
    <Form
      action={submit}
      pending={busy}
      error={failure && !failure.fields?.password ? failure.message : null}
      className="max-w-md"
    >
      <p className="text-14 text-pretty text-ink-2">
        {hasKey ? welcomeMessages.key.lost : welcomeMessages.key.missing}
      </p>
      {hasKey && <OwnPassword error={failure?.fields?.password} />}
      <FormActions align="start">
        <SubmitButton>{welcomeMessages.key.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

"use client";

import { useState } from "react";
import { onlyChanged } from "@/app/_kit/only-changed";
import { useAction } from "@/app/_kit/use-action";
import { updateEndpoint } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import { endpointInput } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/endpoint-input";
import { UrlField } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/url-field";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { useGo } from "@/components/ui/use-go";
import { EndpointFields, type EndpointValues } from "@/components/webhooks/endpoint-fields";
import { commonMessages } from "@/lib/service/messages/en/common";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { form } = webhooksMessages;

type Props = {
  dashboard: DashboardParams;
  endpoint: EndpointValues & { id: string; url: string };
  terminals: { id: string; name: string }[];
};

/** Edits an endpoint and returns to its page. */
export function EditEndpoint({ dashboard, endpoint, terminals }: Props) {
  const { go, pending } = useGo();
  // the fields keep what they were first shown with, so that is what they are compared with
  const [shown] = useState(endpoint);
  const back = pathTo(dashboard, "webhooks", endpoint.id);
  const { run, busy, failure } = useAction(updateEndpoint, {
    onDone: () => {
      toast({ title: form.saved.title, detail: form.saved.text, tone: "good" });
      go(back);
    },
  });
  return (
    <Form
      action={(data) =>
        run(dashboard, { endpointId: endpoint.id, ...onlyChanged(endpointInput(data), shown) }, ownPassword(data))
      }
      pending={busy || pending}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xl"
    >
      <EndpointFields
        url={<UrlField dashboard={dashboard} defaultValue={shown.url} refused={failure} />}
        values={shown}
        terminals={terminals}
        errors={failure?.fields}
      />
      {dashboard.environment === "live" && <OwnPassword error={failure?.fields?.password} />}
      <FormActions align="start">
        <ButtonLink href={back}>{commonMessages.cancel}</ButtonLink>
        <SubmitButton>{form.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

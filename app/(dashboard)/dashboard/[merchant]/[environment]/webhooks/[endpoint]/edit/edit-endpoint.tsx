"use client";

import { useState } from "react";
import { onlyChanged } from "@/app/_kit/only-changed";
import { useAction } from "@/app/_kit/use-action";
import { updateEndpoint } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import { endpointInput } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/endpoint-input";
import { UrlField } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/url-field";
import { pathTo, type Scope } from "@/components/shell/paths";
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
  scope: Scope;
  endpoint: EndpointValues & { id: string; url: string };
  terminals: { id: string; name: string }[];
};

/** Edits an endpoint and returns to its page. */
export function EditEndpoint({ scope, endpoint, terminals }: Props) {
  const { go, pending } = useGo();
  // the fields keep what they were first shown with, so that is what they are compared with
  const [shown] = useState(endpoint);
  const back = pathTo(scope, "webhooks", endpoint.id);
  const { run, busy, failure } = useAction(updateEndpoint, {
    onDone: () => {
      toast({ title: form.saved.title, detail: form.saved.text, tone: "good" });
      go(back);
    },
  });
  return (
    <Form
      action={(data) =>
        run(scope, { endpointId: endpoint.id, ...onlyChanged(endpointInput(data), shown) }, ownPassword(data))
      }
      pending={busy || pending}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xl"
    >
      <EndpointFields
        url={<UrlField scope={scope} defaultValue={shown.url} refused={failure} />}
        values={shown}
        terminals={terminals}
        errors={failure?.fields}
      />
      {scope.environment === "live" && <OwnPassword error={failure?.fields?.password} />}
      <FormActions align="start">
        <ButtonLink href={back}>{commonMessages.cancel}</ButtonLink>
        <SubmitButton>{form.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { createEndpoint } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import { endpointInput } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/endpoint-input";
import { UrlField } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/url-field";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { CodeTabs } from "@/components/ui/code-tabs";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { SecretOnce } from "@/components/ui/secret-once";
import { EndpointFields } from "@/components/webhooks/endpoint-fields";
import { secretVariable, verifyCode } from "@/components/webhooks/verify-code";
import type { EventType } from "@/lib/delivery/events/catalog";
import { commonMessages } from "@/lib/service/messages/en/common";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { added, endpoints, secret, verify } = webhooksMessages;

type Props = { dashboard: DashboardParams; terminals: { id: string; name: string }[]; eventTypes: EventType[] };
type Made = { id: string; secret: string; url: string };

/** Adds an endpoint, then shows its signing secret with code that verifies webhooks. */
export function NewEndpoint({ dashboard, terminals, eventTypes }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  const { run, busy, failure } = useAction(createEndpoint, { onDone: setMade, refresh: false });
  if (made) return <Next dashboard={dashboard} made={made} />;
  return (
    <Form
      action={(data) => run(dashboard, endpointInput(data), ownPassword(data))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xl"
    >
      <EndpointFields
        url={<UrlField dashboard={dashboard} refused={failure} />}
        values={{ terminalId: null, eventTypes }}
        terminals={terminals}
        errors={failure?.fields}
      />
      {dashboard.environment === "live" && <OwnPassword error={failure?.fields?.password} />}
      <FormActions align="start">
        <ButtonLink href={pathTo(dashboard, "webhooks")}>{commonMessages.cancel}</ButtonLink>
        <SubmitButton>{endpoints.add}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function Next({ dashboard, made }: { dashboard: DashboardParams; made: Made }) {
  const variable = secretVariable(dashboard.environment);
  return (
    <div className="flex max-w-3xl min-w-0 flex-col gap-6">
      <SecretOnce name={secret.title} secret={made.secret}>
        {added.secretBefore}{" "}
        <code translate="no" className="figures">
          {variable}
        </code>
        {added.secretAfter}
      </SecretOnce>
      <div className="flex min-w-0 flex-col gap-3">
        <h2 className="text-16 font-semibold">{verify.title}</h2>
        <CodeTabs label={verify.languages} languages={verifyCode({ url: made.url, variable })} />
      </div>
      <div>
        <ButtonLink href={pathTo(dashboard, "webhooks", made.id)} look="primary">
          {added.sendTestEvent}
        </ButtonLink>
      </div>
    </div>
  );
}

import type { Metadata } from "next";
import { Suspense } from "react";
import { pathTo, withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { CodeTabs } from "@/components/ui/code-tabs";
import { DataTable } from "@/components/ui/data-table";
import { Detail, DetailList } from "@/components/ui/detail-list";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { Time } from "@/components/ui/time";
import { deliveryColumns } from "@/components/webhooks/delivery-columns";
import { EndpointName } from "@/components/webhooks/endpoint-name";
import { HealthBadge, HealthSentence } from "@/components/webhooks/health";
import { secretVariable, verifyCode } from "@/components/webhooks/verify-code";
import type { EndpointRow } from "@/lib/delivery/endpoints/list";
import { countFailed } from "@/lib/delivery/log/count-failed";
import { searchDeliveries } from "@/lib/delivery/log/search-deliveries";
import type { Member } from "@/lib/service/auth/member";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { EndpointActions } from "./endpoint-actions";
import { endpointOf } from "./endpoint-of";
import { PingPanel } from "./ping-panel";
import { ResendFailed } from "./resend-failed";
import { SigningSecret } from "./signing-secret";

const { endpoint: words, recent, verify } = webhooksMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/webhooks/[endpoint]">;

const SHOWN = 8;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { endpoint } = await endpointOf(params, "webhooks.view");
  return { title: URL.canParse(endpoint.url) ? new URL(endpoint.url).host : words.title };
}

export default async function Page({ params }: Props) {
  const { member, endpoint } = await endpointOf(params, "webhooks.view");
  const { merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const now = new Date().toISOString();
  const { health, url } = endpoint;
  const variable = secretVariable(environment);
  return (
    <>
      <PageHeader
        title={
          <span className="line-clamp-2 text-20">
            <EndpointName url={url} whole />
          </span>
        }
        badge={<HealthBadge health={health} />}
        back={{ href: pathTo(dashboard, "webhooks"), label: webhooksMessages.title }}
        actions={
          can("webhooks.manage") && (
            <EndpointActions
              dashboard={dashboard}
              endpointId={endpoint.id}
              off={health.state === "off"}
              waiting={endpoint.waiting}
            />
          )
        }
      />
      <Note tone={health.state === "failing" || health.state === "off" ? "brick" : "plain"}>
        <HealthSentence health={health} zone={merchant.timeZone} now={now} />
      </Note>
      {can("webhooks.manage") && health.state !== "off" && (
        <PingPanel dashboard={dashboard} endpointId={endpoint.id} url={url} failing={health.state === "failing"} />
      )}
      <Suspense fallback={<DeliveriesComing />}>
        <LatestDeliveries member={member} endpoint={endpoint} now={now} />
      </Suspense>
      <Section
        title={words.configuration}
        actions={can("webhooks.manage") && <EditLink member={member} id={endpoint.id} />}
      >
        <DetailList>
          <Detail name={words.url}>
            <code translate="no" className="figures wrap-anywhere">
              {url}
            </code>
          </Detail>
          <Detail name={words.terminals}>{nameTerminal(endpoint)}</Detail>
          <Detail name={words.events}>
            <span translate="no" className="figures">
              {endpoint.eventTypes.join(", ")}
            </span>
          </Detail>
          {endpoint.createdBy && <Detail name={words.createdBy}>{nameKey(endpoint.createdBy)}</Detail>}
        </DetailList>
      </Section>
      {can("webhooks.secret") && (
        <SigningSecret
          dashboard={dashboard}
          endpointId={endpoint.id}
          rotation={
            endpoint.rotation && {
              shown: endpoint.rotation.takesOverAt,
              takesOver: <Time iso={endpoint.rotation.takesOverAt.toISOString()} zone={merchant.timeZone} now={now} />,
            }
          }
        />
      )}
      <Section title={verify.title} description={verify.text}>
        <CodeTabs label={verify.languages} languages={verifyCode({ url, variable })} />
      </Section>
    </>
  );
}

function nameTerminal({ terminal }: EndpointRow): string {
  if (!terminal) return words.allTerminals;
  return terminal.archived ? webhooksMessages.archived(terminal.name) : terminal.name;
}

function nameKey({ name, hasEnded }: NonNullable<EndpointRow["createdBy"]>): string {
  return hasEnded ? words.endedKey(name) : words.key(name);
}

type PartProps = { member: Member; endpoint: EndpointRow; now: string };

async function LatestDeliveries({ member, endpoint, now }: PartProps) {
  const { ctx, merchant, environment, can } = member;
  const dashboard = { merchant: merchant.id, environment };
  const canResend = can("webhooks.manage") && endpoint.health.state !== "off";
  const [latest, failed] = await Promise.all([
    searchDeliveries(ctx, { endpoint: endpoint.id }),
    canResend ? countFailed(ctx, endpoint.id) : null,
  ]);
  const all = withQuery(pathTo(dashboard, "webhooks", "deliveries"), { endpoint: endpoint.id });
  return (
    <Section
      title={recent.title}
      actions={
        <>
          {failed && failed["30d"] > 0 && (
            <ResendFailed dashboard={dashboard} endpointId={endpoint.id} failed={failed} />
          )}
          {latest.rows.length > 0 && <ButtonLink href={all}>{recent.all}</ButtonLink>}
        </>
      }
    >
      <DataTable
        caption={recent.title}
        columns={deliveryColumns({ zone: merchant.timeZone, now })}
        rows={latest.rows.slice(0, SHOWN)}
        rowId={(row) => row.id}
        rowHref={(row) => pathTo(dashboard, "webhooks", "deliveries", row.id)}
        empty={
          <p className="text-14 text-ink-2">
            {recent.empty} {can("webhooks.manage") && <span>{recent.sendOne}</span>}
          </p>
        }
      />
    </Section>
  );
}

function DeliveriesComing() {
  return (
    <Section title={recent.title}>
      <TableSkeleton caption={recent.title} columns={deliveryColumns({ zone: "UTC", now: "" })} rows={SHOWN} />
    </Section>
  );
}

function EditLink({ member: { merchant, environment }, id }: { member: Member; id: string }) {
  return (
    <ButtonLink href={pathTo({ merchant: merchant.id, environment }, "webhooks", id, "edit")}>{words.edit}</ButtonLink>
  );
}

import type { Metadata } from "next";
import { DeveloperTabs } from "@/components/developers/developer-tabs";
import { QuickStart } from "@/components/developers/quick-start";
import { requestColumns } from "@/components/requests/request-columns";
import { pathTo } from "@/components/shell/paths";
import { firstTerminalPath } from "@/components/terminals/no-terminal";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { EndpointName } from "@/components/webhooks/endpoint-name";
import { HealthBadge } from "@/components/webhooks/health";
import { env } from "@/lib/base/process/env";
import { listKeys } from "@/lib/business/keys/list";
import { listTerminals } from "@/lib/business/terminals/list";
import { getLiveReadiness } from "@/lib/chain/wallets/live-readiness";
import { listEndpoints } from "@/lib/delivery/endpoints/list";
import { listRequests } from "@/lib/payments/requests/list";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { developersMessages } from "@/lib/service/messages/en/developers";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const {
  apiReference,
  description,
  endpoints: endpointMessages,
  keys: keyMessages,
  liveBlocked,
  quickStart,
  recent,
  title,
} = developersMessages;

export const metadata: Metadata = { title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers">;

const REQUESTS = 6;
/** Of keys and of endpoints; pages of their own have all of them. */
const LINES = 20;

export default async function Page({ params }: Props) {
  const member = await requireMember(params, "developers.view");
  const { ctx, merchant, environment } = member;
  const readiness = environment === "live" ? await getLiveReadiness(ctx) : "ready";
  const isHeldUp = readiness === "off" || readiness === "no_wallet";
  const now = new Date().toISOString();
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={<ButtonLink href="/docs/api">{apiReference}</ButtonLink>}
      />
      <DeveloperTabs dashboard={{ merchant: merchant.id, environment }} />
      {isHeldUp ? (
        <Note tone="amber">
          {`${readiness === "off" ? liveBlocked.noNode : liveBlocked.noWallet(merchant.name)} ${liveBlocked.useSandbox}`}
        </Note>
      ) : (
        <Section title={quickStart.title} description={quickStart[environment]}>
          <QuickStart key={environment} appUrl={env().APP_URL} environment={environment} />
        </Section>
      )}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <Keys member={member} now={now} />
        <Endpoints member={member} />
      </div>
      <LatestRequests member={member} now={now} />
    </>
  );
}

type PartProps = { member: Member; now: string };

async function LatestRequests({ member: { ctx, merchant, environment }, now }: PartProps) {
  const dashboard = { merchant: merchant.id, environment };
  const latest = await listRequests(ctx, {});
  return (
    <Section
      title={recent.title}
      actions={
        latest.rows.length > 0 && (
          <ButtonLink href={pathTo(dashboard, "developers", "requests")}>{recent.viewLog}</ButtonLink>
        )
      }
    >
      <DataTable
        caption={recent.title}
        columns={requestColumns(merchant.timeZone, now)}
        rows={latest.rows.slice(0, REQUESTS)}
        rowId={(row) => row.id}
        rowHref={(row) => pathTo(dashboard, "developers", "requests", row.id)}
        empty={<p className="text-14 text-ink-2">{recent.empty}</p>}
      />
    </Section>
  );
}

async function Keys({ member: { ctx, merchant, environment, can }, now }: PartProps) {
  const dashboard = { merchant: merchant.id, environment };
  const [keys, terminals] = await Promise.all([listKeys(ctx), listTerminals(ctx)]);
  const without = terminals.filter((terminal) => !terminal.key);
  const isCut = keys.length + without.length > LINES;
  return (
    <Section
      title={keyMessages.title}
      description={keyMessages.description}
      actions={isCut && <ButtonLink href={pathTo(dashboard, "terminals")}>{keyMessages.all}</ButtonLink>}
    >
      <ul className="flex flex-col divide-y text-14">
        {keys.slice(0, LINES).map((key) => (
          <li key={key.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
            <TextLink href={pathTo(dashboard, "terminals", key.terminalId, "keys")} className="min-w-0 wrap-anywhere">
              {key.terminalName}
            </TextLink>
            <span className="text-ink-2">
              <span translate="no" className="figures">{`…${key.last4}`}</span>
              {" · "}
              {key.endsAt ? (
                <span>
                  {keyMessages.expires} <Time iso={key.endsAt.toISOString()} zone={merchant.timeZone} now={now} />
                </span>
              ) : key.lastUsedAt ? (
                <span>
                  {keyMessages.used}{" "}
                  <Time iso={key.lastUsedAt.toISOString()} zone={merchant.timeZone} now={now} form="relative" />
                </span>
              ) : (
                <span>{keyMessages.unused}</span>
              )}
            </span>
          </li>
        ))}
        {without.slice(0, Math.max(0, LINES - keys.length)).map((terminal) => (
          <li key={terminal.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <TextLink href={pathTo(dashboard, "terminals", terminal.id, "keys")} className="min-w-0 wrap-anywhere">
              {terminal.name}
            </TextLink>
            <span className="text-ink-2">{keyMessages.none(environment)}</span>
          </li>
        ))}
      </ul>
      {terminals.length === 0 && (
        <p className="text-14 text-ink-2">
          {keyMessages.noTerminal}{" "}
          {can("terminals.manage") ? (
            <TextLink href={firstTerminalPath(dashboard)}>{terminalsMessages.empty.action}</TextLink>
          ) : (
            <span>{keyMessages.askForTerminal}</span>
          )}
        </p>
      )}
    </Section>
  );
}

async function Endpoints({ member: { ctx, merchant, environment } }: { member: Member }) {
  const dashboard = { merchant: merchant.id, environment };
  const endpoints = await listEndpoints(ctx);
  return (
    <Section
      title={endpointMessages.title}
      description={endpointMessages.description}
      actions={
        endpoints.length > LINES && <ButtonLink href={pathTo(dashboard, "webhooks")}>{endpointMessages.all}</ButtonLink>
      }
    >
      <ul className="flex flex-col divide-y text-14">
        {endpoints.slice(0, LINES).map((endpoint) => (
          <li key={endpoint.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
            <TextLink href={pathTo(dashboard, "webhooks", endpoint.id)} className="max-w-full min-w-0">
              <EndpointName url={endpoint.url} />
            </TextLink>
            <HealthBadge health={endpoint.health} />
          </li>
        ))}
      </ul>
      {endpoints.length === 0 && (
        <p className="text-14 text-ink-2">
          {endpointMessages.empty}{" "}
          <TextLink href={pathTo(dashboard, "webhooks", "new")}>{endpointMessages.add}</TextLink>{" "}
          {endpointMessages.addReason}
        </p>
      )}
    </Section>
  );
}

import type { Metadata, Route } from "next";
import { QuickStart } from "@/components/developers/quick-start";
import { requestColumns } from "@/components/developers/request-columns";
import { pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { DataTable } from "@/components/ui/data-table";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { EndpointName } from "@/components/webhooks/endpoint-name";
import { HealthBadge } from "@/components/webhooks/health";
import { type Member, requireMember } from "@/lib/auth/member";
import { env } from "@/lib/env";
import { listKeys } from "@/lib/keys/list";
import { listRequests } from "@/lib/requests/list";
import { liveStanding } from "@/lib/settlement/standing";
import { listTerminals } from "@/lib/terminals/list";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";

export const metadata: Metadata = { title: "Developers" };

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers">;

const SHOWN = 6;

const QUICK_START = {
  sandbox:
    "Ask for a payment, open the checkout_url that comes back, and press Pay exactly there. Nothing of it moves money.",
  live: "Ask for a payment and open the checkout_url that comes back. What is paid there is real: begin with 1 USDT, to yourself.",
};

export default async function Page({ params }: Props) {
  const member = await requireMember(params, "developers.view");
  const { ctx, merchant, environment } = member;
  const standing = environment === "live" ? await liveStanding(ctx) : "ready";
  const isHeldUp = standing === "off" || standing === "no_wallet";
  const now = new Date().toISOString();
  return (
    <>
      <PageHeader
        title="Developers"
        description="What your server needs to take payments, and what it has asked so far."
        actions={<ButtonLink href={"/docs/api" as Route}>API reference</ButtonLink>}
      />
      {isHeldUp ? (
        <Note tone="amber">
          {standing === "off"
            ? "Live keys need a way to the blockchain, and the operator of this installation has set none."
            : `Live keys need a receiving wallet, and ${merchant.name} has none set.`}{" "}
          Build against the sandbox: the calls are the same, only the key changes.
        </Note>
      ) : (
        <Section title="Quick start" description={QUICK_START[environment]}>
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
  const place = { merchant: merchant.id, environment };
  const latest = await listRequests(ctx, {});
  return (
    <Section
      title="Latest calls"
      actions={
        latest.rows.length > 0 && <ButtonLink href={pathTo(place, "developers", "requests")}>Request log</ButtonLink>
      }
    >
      <DataTable
        caption="Latest calls"
        columns={requestColumns(merchant.timeZone, now)}
        rows={latest.rows.slice(0, SHOWN)}
        rowId={(row) => row.id}
        rowHref={(row) => pathTo(place, "developers", "requests", row.id)}
        empty={<p className="text-14 text-ink-2">None yet. Each call with a key is listed here for 30 days.</p>}
      />
    </Section>
  );
}

async function Keys({ member: { ctx, merchant, environment }, now }: PartProps) {
  const place = { merchant: merchant.id, environment };
  const [keys, terminals] = await Promise.all([listKeys(ctx), listTerminals(ctx)]);
  const without = terminals.filter((terminal) => !terminal.key);
  return (
    <Section title="Keys" description="One a terminal. A key is shown when it is issued, and only then.">
      <ul className="flex flex-col divide-y text-14">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
            <TextLink href={pathTo(place, "terminals", key.terminalId)} className="min-w-0 wrap-anywhere">
              {key.terminalName}
            </TextLink>
            <span className="text-ink-2">
              <span className="figures">…{key.last4}</span>
              {" · "}
              {key.endsAt ? (
                <>
                  ends <Time iso={key.endsAt.toISOString()} zone={merchant.timeZone} now={now} />
                </>
              ) : key.lastUsedAt ? (
                <>
                  used <Time iso={key.lastUsedAt.toISOString()} zone={merchant.timeZone} now={now} form="relative" />
                </>
              ) : (
                "not used yet"
              )}
            </span>
          </li>
        ))}
        {without.map((terminal) => (
          <li key={terminal.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <TextLink href={pathTo(place, "terminals", terminal.id)} className="min-w-0 wrap-anywhere">
              {terminal.name}
            </TextLink>
            <span className="text-ink-2">no {environment} key</span>
          </li>
        ))}
      </ul>
      {terminals.length === 0 && (
        <p className="text-14 text-ink-2">
          A key belongs to a terminal. <TextLink href={pathTo(place, "terminals")}>Create one first.</TextLink>
        </p>
      )}
    </Section>
  );
}

async function Endpoints({ member: { ctx, merchant, environment } }: { member: Member }) {
  const place = { merchant: merchant.id, environment };
  const endpoints = await listEndpoints(ctx);
  return (
    <Section title="Endpoints" description="Where your server hears what happened.">
      <ul className="flex flex-col divide-y text-14">
        {endpoints.map((endpoint) => (
          <li key={endpoint.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5">
            <TextLink href={pathTo(place, "webhooks", endpoint.id)} className="max-w-full min-w-0">
              <EndpointName url={endpoint.url} />
            </TextLink>
            <HealthBadge health={endpoint.health} />
          </li>
        ))}
      </ul>
      {endpoints.length === 0 && (
        <p className="text-14 text-ink-2">
          None yet. <TextLink href={pathTo(place, "webhooks", "new")}>Add one</TextLink> to hear of payments without
          asking.
        </p>
      )}
    </Section>
  );
}

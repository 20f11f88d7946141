import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { KeySlip } from "@/components/terminals/key-slip";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/base/process/env";
import { listKeys } from "@/lib/business/keys/list";
import type { TerminalRow } from "@/lib/business/terminals/list";
import { getLiveReadiness, type LiveReadiness } from "@/lib/chain/wallets/live-readiness";
import type { Member } from "@/lib/service/auth/member";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { EndKey, IssueKey, RotateKey } from "./key-actions";

const messages = terminalsMessages.keys;

type Props = { member: Member; terminal: TerminalRow; now: string };

/** The terminal's working keys in the environment of the page. */
export async function TerminalKeys({ member, terminal, now }: Props) {
  const { ctx, merchant, environment, can } = member;
  const [keys, readiness] = await Promise.all([
    listKeys(ctx, { terminalId: terminal.id }),
    environment === "live" ? getLiveReadiness(ctx) : ("ready" as const),
  ]);
  const dashboard = { merchant: merchant.id, environment };
  const shown = { prefix: environment === "live" ? "svc_live_" : "svc_test_", zone: merchant.timeZone, now };
  const current = keys.find((key) => key.endsAt === null);
  const appUrl = env().APP_URL;
  return (
    <Section
      title={messages[environment]}
      description={messages.description}
      actions={current && <RotateKey dashboard={dashboard} terminalId={terminal.id} appUrl={appUrl} />}
    >
      <div className="flex flex-col gap-3">
        {!current && !isHeldUp(readiness) && (
          <div className="flex flex-col items-start gap-3">
            <p className="text-14 text-ink-2">{messages.none(environment)}</p>
            <IssueKey dashboard={dashboard} terminalId={terminal.id} appUrl={appUrl} />
          </div>
        )}
        {!current && isHeldUp(readiness) && (
          <NoLiveKey
            readiness={readiness}
            dashboard={dashboard}
            business={merchant.name}
            canLook={can("settlement.view")}
          />
        )}
        {keys.map((key) => (
          <KeySlip
            key={key.id}
            item={key}
            {...shown}
            actions={key.endsAt && <EndKey dashboard={dashboard} keyId={key.id} last4={key.last4} />}
          />
        ))}
      </div>
    </Section>
  );
}

function isHeldUp(readiness: LiveReadiness): readiness is "off" | "no_wallet" {
  return readiness === "off" || readiness === "no_wallet";
}

type NoKeyProps = { readiness: "off" | "no_wallet"; dashboard: DashboardParams; business: string; canLook: boolean };

/** What is missing before a live key can be issued. */
function NoLiveKey({ readiness, dashboard, business, canLook }: NoKeyProps) {
  return (
    <Note tone="amber">
      <span>{`${readiness === "off" ? messages.noNode : messages.noWallet(business)} ${messages.sandboxOnly} `}</span>
      {canLook && <TextLink href={pathTo(dashboard, "settlement")}>{messages.goToSettlement}</TextLink>}
    </Note>
  );
}

import {
  EndKey,
  IssueKey,
  RotateKey,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/key-actions";
import { KeySlip } from "@/components/terminals/key-slip";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import type { Member } from "@/lib/auth/member";
import { env } from "@/lib/env";
import { listKeys } from "@/lib/keys/list";
import type { TerminalRow } from "@/lib/terminals/list";

type Props = { member: Member; terminal: TerminalRow; now: string };

/** The keys of a terminal that work now in the environment of the page. */
export async function TerminalKeys({ member, terminal, now }: Props) {
  const { ctx, merchant, environment } = member;
  const keys = await listKeys(ctx, { terminalId: terminal.id });
  const scope = { merchant: merchant.id, environment };
  const shown = { prefix: environment === "live" ? "svc_live_" : "svc_test_", zone: merchant.timeZone, now };
  const current = keys.find((key) => key.endsAt === null);
  const appUrl = env().APP_URL;
  return (
    <Section
      title={environment === "live" ? "Live key" : "Sandbox key"}
      description="Your server sends it with every call. Who has it can ask for payments in this terminal's name, so it belongs on a server and nowhere else."
      actions={current && <RotateKey scope={scope} terminalId={terminal.id} appUrl={appUrl} />}
    >
      <div className="flex flex-col gap-3">
        {!current && environment === "sandbox" && (
          <div className="flex flex-col items-start gap-3">
            <p className="text-14 text-ink-2">
              This terminal has no sandbox key. Without one, nobody can call in its name.
            </p>
            <IssueKey scope={scope} terminalId={terminal.id} appUrl={appUrl} />
          </div>
        )}
        {!current && environment === "live" && (
          <Note tone="amber">
            A live key needs a receiving wallet, and {merchant.name} has none set. Until then this terminal takes
            sandbox payments only.
          </Note>
        )}
        {keys.map((key) => (
          <KeySlip
            key={key.id}
            item={key}
            {...shown}
            actions={key.endsAt && <EndKey scope={scope} keyId={key.id} last4={key.last4} />}
          />
        ))}
      </div>
    </Section>
  );
}

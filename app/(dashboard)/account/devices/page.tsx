import type { Metadata } from "next";
import { firstDashboard } from "@/app/(dashboard)/first-dashboard";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { listSessions } from "@/lib/people/accounts/list-sessions";
import { requireUser } from "@/lib/service/auth/session";
import { accountMessages } from "@/lib/service/messages/en/account";
import { RevokeOthers } from "./revoke-others";
import { RevokeSession } from "./revoke-session";

export const metadata: Metadata = { title: accountMessages.pages.sessions };

export default async function Page() {
  const user = await requireUser();
  const [sessions, start] = await Promise.all([listSessions(user.ctx), firstDashboard(user)]);
  const zone = start?.membership.merchant.timeZone ?? "UTC";
  const now = new Date().toISOString();
  const text = accountMessages.sessions;
  const others = sessions.length - 1;
  return (
    <>
      <PageHeader
        title={accountMessages.pages.sessions}
        description={text.description}
        actions={others > 0 && <RevokeOthers count={others} />}
      />
      <ul aria-label={text.list} className="flex flex-col divide-y border-y text-14">
        {sessions.map((session) => (
          <li key={session.id} className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="flex min-w-0 flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-x-3 font-medium">
                <span>{session.device}</span>
                {session.current && <StatusBadge status="active" words={text.current} />}
              </span>
              <span className="text-ink-2">
                <span translate="no" className="figures wrap-anywhere">
                  {session.address}
                </span>
                <span>{` · ${text.signedIn} `}</span>
                <Time iso={session.since.toISOString()} zone={zone} now={now} />
                {!session.current && (
                  <>
                    <span>{` · ${text.lastSeen} `}</span>
                    <Time iso={session.lastSeenAt.toISOString()} zone={zone} now={now} form="relative" />
                  </>
                )}
              </span>
            </div>
            {!session.current && <RevokeSession id={session.id} device={session.device} />}
          </li>
        ))}
      </ul>
    </>
  );
}

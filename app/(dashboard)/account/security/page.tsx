import type { Metadata } from "next";
import { AddAuthenticator } from "@/app/_kit/add-authenticator";
import { firstDashboard } from "@/app/(dashboard)/first-dashboard";
import { ButtonLink } from "@/components/ui/button-link";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { formatList } from "@/lib/base/values/intl";
import { listMemberships } from "@/lib/people/members/find-membership";
import { findSecondFactor } from "@/lib/people/second-factor/find-second-factor";
import { listPasskeys } from "@/lib/people/second-factor/list-passkeys";
import { findSetupHolds } from "@/lib/people/second-factor/two-step-setup";
import { requireUser } from "@/lib/service/auth/session";
import { accountMessages } from "@/lib/service/messages/en/account";
import { AddPasskey } from "./add-passkey";
import { NewRecoveryCodes } from "./new-recovery-codes";
import { RemoveAuthenticator } from "./remove-authenticator";
import { RemovePasskey } from "./remove-passkey";
import { RequestLink } from "./request-link";

export const metadata: Metadata = { title: accountMessages.pages.security };

export default async function Page() {
  const user = await requireUser();
  const [{ onSince, recoveryCodesLeft }, start, memberships, passkeys, holds] = await Promise.all([
    findSecondFactor(user.ctx),
    firstDashboard(user),
    listMemberships(user.ctx),
    listPasskeys(user.ctx),
    findSetupHolds(user.ctx),
  ]);
  const on = onSince !== null;
  const requiring = memberships.map(({ merchant }) => merchant).filter(({ requiresTwoStep }) => requiresTwoStep);
  const names = formatList(requiring.map(({ name }) => name));
  const { security: text, recoveryCodes: codes, passkeys: passkeyText } = accountMessages;
  const zone = start?.membership.merchant.timeZone ?? "UTC";
  const now = new Date().toISOString();
  return (
    <>
      <PageHeader
        title={accountMessages.pages.security}
        badge={<StatusBadge status={on ? "active" : "disabled"} words={on ? text.on : text.off} />}
        description={text.description}
      />
      {requiring.length > 0 && !on && <Note tone="amber">{text.requiredBy(names)}</Note>}
      {requiring.length > 0 && on && (
        <p className="flex flex-wrap gap-2">
          {requiring.map(({ id, name }) => (
            <ButtonLink key={id} href={`/dashboard?shop=${id}`}>
              {text.continueTo(name)}
            </ButtonLink>
          ))}
        </p>
      )}
      <Section title={text.authenticator.title} description={text.authenticator.description} layout="beside">
        {on ? (
          <div className="flex flex-col items-start gap-4 text-14">
            <p>
              {text.authenticator.since} <Time iso={onSince.toISOString()} zone={zone} now={now} />
            </p>
            <RemoveAuthenticator lost={requiring.length > 0 ? text.whileRequired(names) : null} />
          </div>
        ) : (
          <SetUp holds={holds} passkeys={passkeys.map(({ name }) => name)} mail={user.ctx.settings.mail !== null} />
        )}
      </Section>
      <Section title={passkeyText.title} description={passkeyText.description} layout="beside">
        <div className="flex flex-col items-start gap-4 text-14">
          {passkeys.length === 0 ? (
            <p className="text-ink-2">{holds.length > 0 ? passkeyText.held : passkeyText.empty}</p>
          ) : (
            <ul aria-label={passkeyText.list} className="flex w-full flex-col divide-y border-y">
              {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
                <li key={id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
                  <div className="flex min-w-0 flex-col">
                    <span className="font-medium wrap-anywhere">{name}</span>
                    <span className="text-ink-2">
                      {passkeyText.added} <Time iso={createdAt.toISOString()} zone={zone} now={now} form="date" />
                      {" · "}
                      {lastUsedAt ? (
                        <span>
                          {passkeyText.lastUsed}{" "}
                          <Time iso={lastUsedAt.toISOString()} zone={zone} now={now} form="relative" />
                        </span>
                      ) : (
                        <span>{passkeyText.neverUsed}</span>
                      )}
                    </span>
                  </div>
                  <RemovePasskey id={id} name={name} />
                </li>
              ))}
            </ul>
          )}
          {holds.length === 0 && <AddPasskey twoStep={on} />}
        </div>
      </Section>
      {on && (
        <Section title={codes.title} description={codes.description} layout="beside">
          <div className="flex flex-col items-start gap-4 text-14">
            {recoveryCodesLeft <= 3 && (
              <Note tone="amber">{recoveryCodesLeft === 0 ? codes.noneLeft : codes.fewLeft}</Note>
            )}
            <p>
              <span className="figures">{recoveryCodesLeft}</span> {codes.left}
            </p>
            <NewRecoveryCodes />
          </div>
        </Section>
      )}
    </>
  );
}

type SetUpProps = { holds: string[]; passkeys: string[]; mail: boolean };

/** The way to two-step sign-in: the password, or where `holds` require it, what proves more than that. */
function SetUp({ holds, passkeys, mail }: SetUpProps) {
  const text = accountMessages.security.setup;
  if (holds.length === 0) return <AddAuthenticator passkeys={passkeys} />;
  return mail ? <RequestLink /> : <p className="text-14">{text.byOwner(formatList(holds))}</p>;
}

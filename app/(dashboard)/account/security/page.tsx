import type { Metadata } from "next";
import { startPlace } from "@/app/(dashboard)/start-place";
import { ButtonLink } from "@/components/ui/button-link";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { requireUser } from "@/lib/auth/session";
import { formatList } from "@/lib/intl";
import { listMemberships } from "@/lib/members/find-membership";
import { accountMessages } from "@/lib/messages/en/account";
import { findSecondFactor } from "@/lib/users/find-second-factor";
import { AddAuthenticator } from "./add-authenticator";
import { NewRecoveryCodes } from "./new-recovery-codes";
import { RemoveAuthenticator } from "./remove-authenticator";

export const metadata: Metadata = { title: accountMessages.pages.security };

export default async function Page() {
  const user = await requireUser();
  const [{ onSince, recoveryCodesLeft }, start, memberships] = await Promise.all([
    findSecondFactor(user.ctx),
    startPlace(user),
    listMemberships(user.ctx),
  ]);
  const on = onSince !== null;
  const requiring = memberships.map(({ merchant }) => merchant).filter(({ requiresTwoStep }) => requiresTwoStep);
  const names = formatList(requiring.map(({ name }) => name));
  const { security: text, recoveryCodes: codes } = accountMessages;
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
              {text.authenticator.since}{" "}
              <Time
                iso={onSince.toISOString()}
                zone={start?.membership.merchant.timeZone ?? "UTC"}
                now={new Date().toISOString()}
              />
            </p>
            <RemoveAuthenticator lost={requiring.length > 0 ? text.whileRequired(names) : null} />
          </div>
        ) : (
          <AddAuthenticator />
        )}
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

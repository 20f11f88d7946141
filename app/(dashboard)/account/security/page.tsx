import type { Metadata } from "next";
import { AddAuthenticator } from "@/app/(dashboard)/account/security/add-authenticator";
import { NewRecoveryCodes } from "@/app/(dashboard)/account/security/new-recovery-codes";
import { RemoveAuthenticator } from "@/app/(dashboard)/account/security/remove-authenticator";
import { startPlace } from "@/app/(dashboard)/start-place";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { requireUser } from "@/lib/auth/session";
import { findSecondFactor } from "@/lib/users/find-second-factor";

export const metadata: Metadata = { title: "Two-step sign-in" };

export default async function Page() {
  const user = await requireUser();
  const [{ onSince, recoveryCodesLeft }, start] = await Promise.all([findSecondFactor(user.ctx), startPlace(user)]);
  const on = onSince !== null;
  return (
    <>
      <PageHeader
        title="Two-step sign-in"
        badge={<StatusBadge status={on ? "active" : "disabled"} words={on ? "On" : "Off"} />}
        description="Signing in then asks for a code of an authenticator app, so that a password alone opens nothing."
      />
      <Section
        title="Authenticator"
        description="Any app for one-time codes: on your phone, or in your password manager."
        layout="beside"
      >
        {on ? (
          <div className="flex flex-col items-start gap-4 text-14">
            <p>
              On since{" "}
              <Time
                iso={onSince.toISOString()}
                zone={start?.membership.merchant.timeZone ?? "UTC"}
                now={new Date().toISOString()}
              />
              .
            </p>
            <RemoveAuthenticator />
          </div>
        ) : (
          <AddAuthenticator />
        )}
      </Section>
      {on && (
        <Section
          title="Recovery codes"
          description="For the day the authenticator is lost. Each opens once."
          layout="beside"
        >
          <div className="flex flex-col items-start gap-4 text-14">
            {recoveryCodesLeft <= 3 && (
              <Note tone="amber">
                {recoveryCodesLeft === 0
                  ? "None is left. Without one, a lost authenticator locks you out. Make new ones now."
                  : "Few are left. Make new ones before they run out."}
              </Note>
            )}
            <p>
              <span className="figures">{recoveryCodesLeft}</span> of 10 are unused.
            </p>
            <NewRecoveryCodes />
          </div>
        </Section>
      )}
    </>
  );
}

import { ButtonLink } from "@/components/ui/button-link";
import type { Elements } from "@/components/ui/elements";
import { siteMessages } from "@/lib/service/messages/en/site";

const text = siteMessages.hero;

/** What the software is, and below it the ways in. */
export function Headline({ appName, children }: { appName: string; children: Elements }) {
  return (
    <div className="flex max-w-[38rem] flex-col gap-6">
      <h1 className="text-44 font-semibold tracking-[-0.035em] text-balance sm:text-72">{text.title}</h1>
      <p className="max-w-measure text-20 text-pretty">{text.text(appName)}</p>
      {children}
    </div>
  );
}

/** The ways in: to the dashboard, to a new account where anyone may have one, and to sign-in. */
export function Doors({ visitor }: { visitor: "signed_in" | "may_sign_up" | "needs_invitation" }) {
  if (visitor === "signed_in") {
    return (
      <p>
        <ButtonLink href="/dashboard" look="primary" size="normal" prefetch={false}>
          {text.openDashboard}
        </ButtonLink>
      </p>
    );
  }
  const open = visitor === "may_sign_up";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {open && (
        <ButtonLink href="/sign-up" look="primary" size="normal">
          {text.createAccount}
        </ButtonLink>
      )}
      <ButtonLink href="/sign-in" look={open ? "secondary" : "primary"} size="normal">
        {text.signIn}
      </ButtonLink>
      {!open && <p className="text-14 text-ink-2">{text.invitationOnly}</p>}
    </div>
  );
}

/** Who it is for, and what it is not. */
export function Facts() {
  return (
    <dl className="flex max-w-[38rem] flex-col self-start border-t text-16">
      {text.facts.map((fact) => (
        <Fact key={fact.name} name={fact.name}>
          {fact.text}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-4 border-b py-4">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-measure text-ink-2">{children}</dd>
    </div>
  );
}

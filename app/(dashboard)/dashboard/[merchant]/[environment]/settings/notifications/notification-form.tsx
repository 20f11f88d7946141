"use client";

import { Fragment, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import type { MemberKind } from "@/lib/delivery/notifications/kinds";
import type { Preferences } from "@/lib/delivery/notifications/preferences";
import { notificationsMessages as messages } from "@/lib/service/messages/en/notifications";
import { saveNotifications, sendTestNotification } from "./actions";

type Props = {
  dashboard: DashboardParams;
  preferences: Preferences;
  kinds: MemberKind[];
  hasMail: boolean;
  zone: string;
};

const { what, how, quiet } = messages;
const NIGHT = { from: "22:00", until: "07:00" };
const PAYMENTS = ["each", "hourly"] as const;

/** What the member is notified of, whether by email, and when not. */
export function NotificationForm({ dashboard, preferences, kinds, hasMail, zone }: Props) {
  const saving = useAction(saveNotifications, { onDone: () => toast({ title: messages.saved, tone: "good" }) });
  const testing = useAction(sendTestNotification, {
    onDone: () => toast({ title: how.tested, tone: "good" }),
    refresh: false,
  });
  const { payments, byEmail, quiet: hours } = preferences;
  const saved = JSON.stringify([preferences.kinds, payments, byEmail, hours]);
  const failure = saving.failure ?? testing.failure;
  const save = (data: FormData) =>
    saving.run(dashboard, {
      kinds: data.getAll("kind") as MemberKind[],
      payments: (data.get("payments") ?? payments) as Preferences["payments"],
      byEmail: hasMail ? data.has("email") : byEmail,
      quiet: data.has("from") ? { from: String(data.get("from")), until: String(data.get("until")) } : null,
    });
  return (
    <Form action={save} pending={saving.busy} error={failure && !failure.fields ? failure.message : null}>
      <Section title={what.title} layout="beside">
        <KindFields key={saved} kinds={kinds} preferences={preferences} />
      </Section>
      <Section title={how.title} layout="beside">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          {!hasMail ? (
            <p className="text-14 text-ink-2">{how.noMail}</p>
          ) : (
            <>
              <Checkbox
                key={saved}
                name="email"
                defaultChecked={byEmail}
                label={how.email}
                description={<span className="wrap-anywhere">{how.emailTo(preferences.email)}</span>}
              />
              <Button
                look="secondary"
                size="small"
                pending={testing.busy}
                onClick={() => testing.run(dashboard, { channel: "email" })}
              >
                {how.test}
              </Button>
            </>
          )}
        </div>
      </Section>
      <Section title={quiet.title} layout="beside" description={quiet.description(zone)}>
        <div className="flex flex-col gap-4">
          <QuietFields key={saved} hours={hours} errors={failure?.fields} />
          <FormActions align="start">
            <SubmitButton>{messages.save}</SubmitButton>
          </FormActions>
        </div>
      </Section>
    </Form>
  );
}

type KindProps = Pick<Props, "kinds" | "preferences">;

/** What the member is notified of, and how often of payments. */
function KindFields({ kinds, preferences }: KindProps) {
  const [wantsPayments, setWantsPayments] = useState(preferences.kinds.includes("payment"));
  return (
    <div className="flex flex-col gap-3 pointer-coarse:gap-1">
      {kinds.map((kind) => (
        <Fragment key={kind}>
          <Checkbox
            name="kind"
            value={kind}
            defaultChecked={preferences.kinds.includes(kind)}
            onChange={kind === "payment" ? (event) => setWantsPayments(event.target.checked) : undefined}
            label={what.kinds[kind].label}
            description={what.kinds[kind].description}
          />
          {kind === "payment" && wantsPayments && (
            <Field label={what.payments} hideLabel className="mb-2 ml-8 max-w-xs">
              <Select
                name="payments"
                defaultValue={preferences.payments}
                options={PAYMENTS.map((value) => ({ value, label: what.paymentsOptions[value] }))}
              />
            </Field>
          )}
        </Fragment>
      ))}
    </div>
  );
}

type QuietProps = { hours: Preferences["quiet"]; errors: Record<string, string> | undefined };

/** The times of day between which nothing is sent; without quiet hours there are no such fields. */
function QuietFields({ hours, errors }: QuietProps) {
  const [isQuiet, setQuiet] = useState(hours !== null);
  return (
    <>
      <Checkbox checked={isQuiet} onChange={(event) => setQuiet(event.target.checked)} label={quiet.switch} />
      {isQuiet && (
        <div className="grid max-w-xs grid-cols-2 gap-4">
          <Field label={quiet.from} error={errors?.["quiet.from"]}>
            <Input type="time" name="from" defaultValue={hours?.from ?? NIGHT.from} />
          </Field>
          <Field label={quiet.until} error={errors?.["quiet.until"] ?? errors?.until}>
            <Input type="time" name="until" defaultValue={hours?.until ?? NIGHT.until} />
          </Field>
        </div>
      )}
    </>
  );
}

"use client";

import { setQuoteLife } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/currencies/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { ownPassword } from "@/components/ui/own-password";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";

const messages = currenciesMessages.life;

const MINUTES = [5, 10, 15, 20, 30, 45, 60];

/** Changes how long a price holds. */
export function ChangeLife({ dashboard, seconds }: { dashboard: DashboardParams; seconds: number }) {
  const choices = [...new Set([...MINUTES, seconds / 60])].toSorted((one, other) => one - other);
  return (
    <ConfirmDialog
      trigger={{ children: messages.change, look: "secondary" }}
      title={messages.changeTitle}
      consequence={messages.consequence}
      verb={messages.save}
      harmless
      password
      onConfirm={(data) => setQuoteLife(dashboard, { seconds: Number(data.get("seconds")) }, ownPassword(data))}
      onDone={() => toast({ title: messages.saved, tone: "good" })}
    >
      <Field label={messages.field}>
        <Select
          name="seconds"
          defaultValue={String(seconds)}
          options={choices.map((minutes) => ({ value: String(minutes * 60), label: messages.minutes(minutes) }))}
        />
      </Field>
    </ConfirmDialog>
  );
}

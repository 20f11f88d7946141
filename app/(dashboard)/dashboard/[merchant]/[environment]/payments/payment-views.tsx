"use client";

import type { Route } from "next";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { pathTo, type Scope } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { PaymentView } from "@/lib/intents/list-views";
import { paymentsMessages } from "@/lib/messages/en/payments";
import { deletePaymentView, savePaymentView } from "./actions";

const words = paymentsMessages.views;

type Props = {
  scope: Scope;
  views: PaymentView[];
  /** the current filter as `filterQuery` writes it; empty without one */
  query: string;
};

/** The member's saved filters: opens one, saves the current one, deletes the one that is open. */
export function PaymentViews({ scope, views, query }: Props) {
  const [asked, setAsked] = useState<"save" | "delete" | null>(null);
  const current = views.find((view) => view.query === query);
  const close = () => setAsked(null);
  const items: MenuItem[] = [{ heading: views.length === 0 ? words.none : words.heading }];
  for (const view of views) {
    const href = `${pathTo(scope, "payments")}?${view.query}` as Route;
    items.push({ label: view.name, href, checked: view === current });
  }
  if (query !== "") items.push("separator");
  if (current) items.push({ label: words.remove(current.name), danger: true, onSelect: () => setAsked("delete") });
  else if (query !== "") items.push({ label: words.save, onSelect: () => setAsked("save") });
  return (
    <>
      <Menu items={items} align="end" look="secondary">
        {words.button}
      </Menu>
      <Dialog
        title={words.saveTitle}
        description={words.saveHelp}
        open={asked === "save"}
        onOpenChange={(open) => setAsked(open ? "save" : null)}
      >
        <SaveForm scope={scope} query={query} onSaved={close} />
      </Dialog>
      {current && (
        <ConfirmDialog
          title={words.removeTitle(current.name)}
          consequence={words.removeText}
          verb={words.removeVerb}
          open={asked === "delete"}
          onOpenChange={(open) => setAsked(open ? "delete" : null)}
          onConfirm={() => deletePaymentView(scope, { name: current.name })}
          onDone={() => toast({ title: words.removed })}
        />
      )}
    </>
  );
}

function SaveForm({ scope, query, onSaved }: { scope: Scope; query: string; onSaved(): void }) {
  const { run, busy, failure } = useAction(savePaymentView, {
    onDone: () => {
      onSaved();
      toast({ title: words.saved, tone: "good" });
    },
  });
  return (
    <Form
      action={(data) => run(scope, { name: String(data.get("name")), query })}
      pending={busy}
      error={failure && !failure.fields?.name ? failure.message : null}
    >
      <Field label={words.name} description={words.example} error={failure?.fields?.name} required>
        <Input name="name" maxLength={60} autoComplete="off" />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

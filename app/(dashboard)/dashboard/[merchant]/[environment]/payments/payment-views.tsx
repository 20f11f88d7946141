"use client";

import type { Route } from "next";
import { useState } from "react";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-popup";
import { toast } from "@/components/ui/toast";
import type { PaymentView } from "@/lib/payments/lists/list-views";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { deletePaymentView } from "./actions";

const words = paymentsMessages.views;

const loadForm = () => import("./save-view-form").then((module) => module.SaveViewForm);

type Props = {
  dashboard: DashboardParams;
  views: PaymentView[];
  /** the current filter as `filterQuery` writes it; empty without one */
  query: string;
};

/** The member's saved filters: opens one, saves the current one, deletes the one that is open. */
export function PaymentViews({ dashboard, views, query }: Props) {
  const [asked, setAsked] = useState<"save" | "delete" | null>(null);
  const current = views.find((view) => view.query === query);
  const close = () => setAsked(null);
  const items: MenuItem[] = [{ heading: views.length === 0 ? words.none : words.heading }];
  for (const view of views) {
    const href = `${pathTo(dashboard, "payments")}?${view.query}` as Route;
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
      <LoadedDialog
        title={words.saveTitle}
        description={words.saveHelp}
        open={asked === "save"}
        onOpenChange={(open) => setAsked(open ? "save" : null)}
        load={loadForm}
        content={{ dashboard, query, onSaved: close }}
      />
      {current && (
        <ConfirmDialog
          title={words.removeTitle(current.name)}
          consequence={words.removeText}
          verb={words.removeVerb}
          open={asked === "delete"}
          onOpenChange={(open) => setAsked(open ? "delete" : null)}
          onConfirm={() => deletePaymentView(dashboard, { name: current.name })}
          onDone={() => toast({ title: words.removed })}
        />
      )}
    </>
  );
}

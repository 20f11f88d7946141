"use client";

import { Plus } from "lucide-react";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { newPaymentMessages as messages } from "@/lib/service/messages/en/new-payment";
import type { NewPaymentProps } from "./new-payment-form";

// the button is on every page
const load = () => import("./new-payment-form").then((module) => module.NewPaymentForm);

/** Creates a payment from any page of the dashboard, and shows how to send it to a customer. */
export function NewPayment(props: NewPaymentProps) {
  return (
    <LoadedDialog
      title={messages.title}
      description={messages.description(props.dashboard.environment)}
      trigger={{
        look: "primary",
        "aria-label": messages.open,
        className: "max-md:min-w-11 max-md:px-0!",
        children: (
          <>
            <Plus aria-hidden="true" strokeWidth={1.5} className="size-4" />
            <span className="max-md:hidden">{messages.open}</span>
          </>
        ),
      }}
      load={load}
      content={props}
    />
  );
}

"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import type { ChangeCurrencyProps } from "./change-currency-form";

const messages = currenciesMessages.business;

const load = () => import("./change-currency-form").then((module) => module.ChangeCurrencyForm);

/** Changes the business's currency from a day on. */
export function ChangeCurrency(props: ChangeCurrencyProps) {
  return (
    <LoadedDialog
      title={messages.changeTitle}
      trigger={{ children: messages.change, look: "secondary" }}
      load={load}
      content={props}
    />
  );
}

"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { accountingMessages } from "@/lib/service/messages/en/accounting";
import type { FillRateProps } from "./fill-rate-form";

const { fill } = accountingMessages;

const load = () => import("./fill-rate-form").then((module) => module.FillRateForm);

/** Asks for a rate for days whose lines have no value. */
export function FillRate(content: FillRateProps) {
  return (
    <LoadedDialog
      title={fill.title}
      description={fill.description}
      trigger={{ children: fill.open, look: "secondary", size: "small" }}
      insist
      load={load}
      content={content}
    />
  );
}

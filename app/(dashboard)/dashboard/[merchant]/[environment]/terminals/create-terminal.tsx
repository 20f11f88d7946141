"use client";

import type { Scope } from "@/components/shell/paths";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.create;

const load = () => import("./terminal-form").then((module) => module.TerminalForm);

export type CreateTerminalProps = { scope: Scope; zone: string; appUrl: string };

/** Creates a terminal, then shows its sandbox key once. */
export function CreateTerminal(props: CreateTerminalProps) {
  return (
    <LoadedDialog
      title={messages.title}
      trigger={{ children: messages.open, look: "primary" }}
      insist
      wide
      load={load}
      content={props}
    />
  );
}

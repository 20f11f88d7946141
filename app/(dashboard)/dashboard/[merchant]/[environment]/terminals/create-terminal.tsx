"use client";

import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import type { CreateTerminalProps } from "./terminal-form";

const messages = terminalsMessages.create;

const load = () => import("./terminal-form").then((module) => module.TerminalForm);

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

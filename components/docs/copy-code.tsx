"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { copyText } from "@/lib/customer/browser/copy";
import { uiMessages } from "@/lib/service/messages/en/ui";

const { copy } = uiMessages;
const SHOWN_FOR_MS = 2_000;

/** Makes the copy buttons of `CodeSample` work in markup that React only takes over as text. */
export function CopyCode({ children }: { children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = around.current;
    const press = ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>("[data-copies]");
      if (button) void copyAndSay(button);
    };
    root?.addEventListener("click", press);
    return () => root?.removeEventListener("click", press);
  }, []);
  return <div ref={around}>{children}</div>;
}

async function copyAndSay(button: HTMLElement) {
  const code = button.closest("figure")?.querySelector("code")?.textContent ?? "";
  const [label, status] = [button.querySelector("[data-says]"), button.querySelector("[role=status]")];
  if (!label || !status) return;
  const action = copy.action(button.closest("figcaption")?.firstChild?.textContent ?? "");
  const outcome = (await copyText(code, button)) ? "done" : "failed";
  button.dataset.outcome = outcome;
  label.textContent = copy[outcome];
  status.textContent = outcome === "done" ? copy.done : "";
  setTimeout(() => {
    delete button.dataset.outcome;
    label.textContent = action;
    status.textContent = "";
  }, SHOWN_FOR_MS);
}

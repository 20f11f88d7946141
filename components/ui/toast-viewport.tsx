"use client";

import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { StatusMark } from "./status-mark";
import { type ToastMessage, takeToasts } from "./toast";
import { WarningMark } from "./warning-mark";

const SHOWN_FOR_MS = 6_000;

/**
 * The part of `Toaster` that is loaded with the first message. Hover and focus pause the timeout; F6 moves focus here.
 */
export function ToastViewport() {
  return (
    <Toast.Provider timeout={SHOWN_FOR_MS} limit={3}>
      <Intake />
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-3 bottom-20 z-50 flex flex-col items-center gap-2 outline-none sm:inset-x-auto sm:end-5 sm:bottom-5 sm:w-88">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Intake() {
  const { add } = Toast.useToastManager();
  useEffect(
    () =>
      takeToasts(({ title, detail, tone = "plain", action }) =>
        add({
          title,
          description: detail,
          type: tone,
          priority: tone === "bad" ? "high" : "low",
          actionProps: action && { children: action.label, onClick: action.onClick },
        }),
      ),
    [add],
  );
  return null;
}

const TONES: Record<string, string> = { good: "text-verdigris", bad: "text-brick" };

function List() {
  const { toasts, close } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={["down", "right"]}
      className="toast floating flex w-full max-w-md items-start gap-3 py-2 ps-4 pe-1 data-limited:hidden"
    >
      {toast.type !== "plain" && (
        <span className={`pt-2 ${TONES[toast.type as keyof typeof TONES]}`}>
          <ToneMark tone={toast.type as ToastMessage["tone"]} />
        </span>
      )}
      <Toast.Content className="flex min-w-0 flex-1 flex-col py-1.5">
        <Toast.Title className="text-14 font-medium wrap-anywhere" />
        <Toast.Description className="text-14 text-pretty wrap-anywhere text-ink-2" />
      </Toast.Content>
      {toast.actionProps && <Toast.Action render={<Button look="secondary" size="small" />} />}
      <IconButton label={uiMessages.toast.dismiss} data-tip={undefined} onClick={() => close(toast.id)}>
        <X aria-hidden="true" strokeWidth={1.5} className="size-4" />
      </IconButton>
    </Toast.Root>
  ));
}

function ToneMark({ tone }: { tone: ToastMessage["tone"] }) {
  return tone === "good" ? <StatusMark status="paid" /> : <WarningMark />;
}

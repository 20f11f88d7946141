"use client";

export type ToastMessage = {
  /** what happened: "Key copied", "Terminal renamed" */
  title: string;
  detail?: string;
  tone?: "plain" | "good" | "bad";
  action?: { label: string; onClick: () => void };
};

type Listener = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let listener: Listener | null = null;
let wake: (() => void) | null = null;

/**
 * Shows a brief message about something that has happened. An error that needs an answer belongs beside its cause
 * instead. Needs the shell's `Toaster` on the page.
 */
export function toast(message: ToastMessage) {
  if (listener) return listener(message);
  waiting.push(message);
  wake?.();
}

/** Only for `Toaster`: called when the first message is queued. */
export function onFirstToast(callback: () => void) {
  wake = callback;
  if (waiting.length > 0) callback();
  return () => {
    wake = null;
  };
}

/** Only for the viewport: gets the queued messages and every later one. */
export function takeToasts(next: Listener) {
  listener = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    listener = null;
  };
}

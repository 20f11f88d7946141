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
 * Says in passing that something has happened; for what is done and seen elsewhere. An error that needs an answer
 * belongs where it arose. Needs the shell's `Toaster` on the page.
 */
export function toast(message: ToastMessage) {
  if (listener) return listener(message);
  waiting.push(message);
  wake?.();
}

/** For `Toaster` alone: called when the first message waits. */
export function onFirstToast(callback: () => void) {
  wake = callback;
  if (waiting.length > 0) callback();
  return () => {
    wake = null;
  };
}

/** For the viewport alone: gets what waits and everything after it. */
export function takeToasts(next: Listener) {
  listener = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    listener = null;
  };
}

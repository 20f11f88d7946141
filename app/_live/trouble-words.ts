import type { Trouble } from "@/app/_live/call-service";

/** What happened, then what to do, for an action the reader has asked for. */
export function actionTroubleWords(trouble: Trouble): string {
  switch (trouble.kind) {
    case "offline":
      return "You are offline. Connect, then press again.";
    case "away":
      return "The server did not answer. Press again in a moment.";
    case "limited":
      return `Too many tries from your address. Press again in ${secondsWords(trouble.retryAfterSeconds ?? 60)}.`;
    case "refused":
      return trouble.message || "The server refused this.";
  }
}

/** The same for looking at a payment's status, which goes on by itself. */
export function watchTroubleWords(trouble: Trouble): string {
  return trouble.kind === "offline"
    ? "You are offline. The page looks again as soon as you are back. If you have paid, you need not pay again."
    : "The server does not answer just now. The page keeps looking. If you have paid, you need not pay again.";
}

function secondsWords(seconds: number) {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

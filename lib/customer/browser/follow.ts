import type { Told } from "@/lib/customer/checkout/face";
import { LOOK_BESIDE_STREAM_MS } from "@/lib/customer/checkout/pace";
import { call, isUnknown } from "./call";
import { openStream } from "./open-stream";
import { poll } from "./poll";

type Listener = {
  take(told: Told): void;
  /** null once the server is reached again */
  onTrouble(kind: "offline" | "away" | null): void;
  /** the payment no longer exists */
  onGone(): void;
};

/**
 * Follows a payment until stopped: by the server's stream, or by polling every 2 s without one. Only failed polls are
 * reported as trouble, since polling works without a stream. `address`: the URL of the payment page.
 */
export function follow(address: string, { take, onTrouble, onGone }: Listener) {
  const end = new AbortController();
  let streaming = false;

  const looks = poll(
    (signal) => call<Told>(`${address}/progress`, { signal }),
    (answer) => {
      if (answer.ok) {
        onTrouble(null);
        take(answer.body);
        return;
      }
      const { kind } = answer.trouble;
      if (isUnknown(answer.trouble)) onGone();
      else if (!streaming) onTrouble(kind === "offline" ? "offline" : "away");
      // the open stream may be dead, so it is reopened
      else if (kind !== "limited") stream.renew();
    },
    { everyMs: () => (streaming ? LOOK_BESIDE_STREAM_MS : undefined) },
  );

  const stream = openStream(`${address}/events`, {
    onOpen: (open) => {
      const lost = streaming && !open;
      streaming = open;
      if (open) onTrouble(null);
      if (lost) looks.look();
    },
    onState: take,
  });

  window.addEventListener("offline", () => onTrouble("offline"), { signal: end.signal });

  return {
    look: looks.look,
    stop() {
      end.abort();
      looks.stop();
      stream.stop();
    },
  };
}

import { log } from "@/lib/base/process/log";

/** One end of the channel between the primary and a worker: `process` in the worker, the `Worker` in the primary. */
export type Pipe = {
  send?: ((message: object, done: (error: Error | null) => void) => unknown) | undefined;
  on(event: "message", listener: (message: Message) => void): unknown;
};

type Message =
  | { till: "call"; id: number; name: string; argument: unknown }
  | { till: "answer"; id: number; result: unknown }
  | { till?: undefined };

// biome-ignore lint/suspicious/noExplicitAny: messages are JSON; each handler knows its own type
export type Handlers = Record<string, (argument: any) => unknown>;

/**
 * Longer than a primary that is busy takes: a worker without its response counts alone, so limits would let more
 * through.
 */
const CALL_MS = 5_000;

/** Answers calls from the other end by name. If a handler fails, its caller times out. */
export function answerCalls(pipe: Pipe, handlers: Handlers): void {
  pipe.on("message", async (message) => {
    if (message.till !== "call") return;
    try {
      const result = await handlers[message.name]?.(message.argument);
      send(pipe, { till: "answer", id: message.id, result });
    } catch (error) {
      log().error({ err: error, call: message.name }, "a call of another process failed");
    }
  });
}

/** The other end may have died just now: its caller is gone too, and our calls time out. */
function send(pipe: Pipe, message: Message): void {
  pipe.send?.(message, () => undefined);
}

/** Calls the other end by name. Rejects if there is no response within five seconds. */
export function callsTo(pipe: Pipe): <T>(name: string, argument?: unknown) => Promise<T> {
  const waiting = new Map<number, (result: unknown) => void>();
  let calls = 0;
  pipe.on("message", (message) => {
    if (message.till !== "answer") return;
    waiting.get(message.id)?.(message.result);
    waiting.delete(message.id);
  });
  return <T>(name: string, argument?: unknown) =>
    new Promise<T>((resolve, reject) => {
      const id = ++calls;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`no response to ${name} within ${CALL_MS} ms`));
      }, CALL_MS);
      waiting.set(id, (result) => {
        clearTimeout(timer);
        resolve(result as T);
      });
      send(pipe, { till: "call", id, name, argument });
    });
}

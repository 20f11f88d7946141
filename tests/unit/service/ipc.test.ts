import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { answerCalls, callsTo, type Pipe } from "@/lib/service/server/ipc";

/** Both ends of a channel. `isBroken`: the other end has died, which only a callback is told. */
function channel({ isBroken = false } = {}) {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const end = (own: EventEmitter, other: EventEmitter): Pipe => ({
    on: (event, listener) => own.on(event, listener),
    send: (message, done) => {
      if (!done) throw new Error("nobody would hear of a broken channel");
      if (isBroken) return done(new Error("EPIPE"));
      queueMicrotask(() => other.emit("message", message));
    },
  });
  return [end(ends[0], ends[1]), end(ends[1], ends[0])] as const;
}

it("a call is answered by its name, also beside one whose handler fails, whose caller times out", async () => {
  vi.useFakeTimers();
  const [here, there] = channel();
  answerCalls(there, { double: (n: number) => 2 * n, fail: () => Promise.reject(new Error("out of order")) });
  const call = callsTo(here);
  const failed = call("fail").catch((error) => error.message);
  expect(await call("double", 21)).toBe(42);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await failed).toBe("no response to fail within 5000 ms");
  vi.useRealTimers();
});

it("a call to an end that has died times out", async () => {
  vi.useFakeTimers();
  const failed = callsTo(channel({ isBroken: true })[0])("count").catch((error) => error.message);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await failed).toBe("no response to count within 5000 ms");
  vi.useRealTimers();
});

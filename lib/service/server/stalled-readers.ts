import type http from "node:http";
import type { Socket } from "node:net";

/**
 * A client may take nothing of its answer for so many checks in a row: a minute. Not less, since the system accepts
 * more only once a third of its buffer is free again, which a slow line takes a while to read.
 */
export const MOST_STALLED_CHECKS = 12;
const CHECK_MS = 5_000;

/**
 * Closes the connections of clients that have stopped reading what is sent to them, answers and endless feeds alike.
 */
export function dropStalledReaders(server: http.Server): void {
  const check = followReaders(server);
  const timer = setInterval(check, CHECK_MS).unref();
  server.once("close", () => clearInterval(timer));
}

/**
 * Follows what each connection's client takes. At a check, connections are closed of which the system has accepted
 * nothing since the earlier ones while something was waiting. By checks and not by time, since a process that stood
 * still hasn't sent anything either. A client that takes any byte between two checks is left alone.
 */
export function followReaders(server: http.Server): () => void {
  const open = new Map<Socket, { taken: number; stalled: number }>();
  server.on("connection", (socket) => {
    open.set(socket, { taken: 0, stalled: 0 });
    socket.once("close", () => open.delete(socket));
  });
  return () => {
    for (const [socket, seen] of open) {
      const taken = takenOf(socket);
      seen.stalled = socket.writableLength > 0 && taken === seen.taken ? seen.stalled + 1 : 0;
      seen.taken = taken;
      if (seen.stalled >= MOST_STALLED_CHECKS) socket.destroy();
    }
  };
}

/** Of a write that is under way, the system may have accepted a part; only Node's own handle knows. */
type Handle = { bytesWritten: number; writeQueueSize: number };

/** Bytes that the system has accepted from a connection so far, as far as its buffers and the client take them. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

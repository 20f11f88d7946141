import { randomUUID } from "node:crypto";
import http, { type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Refusal } from "@/lib/service/server/admission";

/** Answers in the documented shape where there is no response to write to, and closes the connection. */
export function refuseOn(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = answerOf(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}

/** Answers in the documented shape. The rest of the request isn't read, so the connection is closed. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = answerOf(refusal);
  response.writeHead(status, headers).end(body);
}

/** Status, headers and body of a refusal. */
export function answerOf({ status, code, message, allow }: Refusal) {
  const body = JSON.stringify({ error: message, code });
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": randomUUID(),
    Connection: "close",
    ...(allow === undefined ? {} : { Allow: allow }),
  };
  return { status, headers, body };
}

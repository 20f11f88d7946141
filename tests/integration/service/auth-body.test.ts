import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { POST } from "@/app/api/auth/[...nextauth]/route";

const KIB = 1_024;

/** A request whose body comes in parts, and how many of them were asked for. */
function signOutWith(parts: number, coding?: string) {
  let asked = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => (asked++ < parts ? controller.enqueue(new Uint8Array(KIB).fill(120)) : controller.close()),
  });
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...(coding && { "content-encoding": coding }),
  };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  const request = new NextRequest("http://localhost:3000/api/auth/signout", init);
  return { request, asked: () => asked };
}

const context = { params: Promise.resolve({ nextauth: ["signout"] }) };

it("a sign-in request of more than 64 kB is refused before the rest of it is read", async () => {
  const { request, asked } = signOutWith(10_000);
  const answer = await POST(request, context);
  expect([answer.status, await answer.json()]).toEqual([
    413,
    { error: "The request body is larger than 64 kB.", code: "payload_too_large" },
  ]);
  expect(asked()).toBeLessThan(70);
});

it("a compressed sign-in request is refused unread", async () => {
  const { request, asked } = signOutWith(10_000, "gzip");
  const answer = await POST(request, context);
  expect([answer.status, await answer.json()]).toEqual([
    415,
    {
      error: "The request body is compressed. Send it as it is, without a Content-Encoding header.",
      code: "unsupported_media_type",
    },
  ]);
  expect(asked()).toBeLessThan(2);
});

import { NextRequest } from "next/server";
import { readBody } from "@/lib/base/http/read-body";

/** The request with its body read, for libraries that read one of any size; null if it has more than `maxBytes`. */
export async function withBodyWithin(request: NextRequest, maxBytes: number): Promise<NextRequest | null> {
  if (!request.body) return request;
  const body = await readBody(request.body, maxBytes);
  if (!body) return null;
  const { method, headers } = request;
  return new NextRequest(request.url, { method, headers, body: new Uint8Array(body) });
}

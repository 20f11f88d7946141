import { z } from "zod";
import { getLogo } from "@/lib/business/merchants/logo-get";
import { anonymous } from "@/lib/service/api/context";
import { onlyGet } from "@/lib/service/api/only-get";

const Address = z.object({ merchant: z.guid(), digest: z.string().regex(/^[0-9a-f]{64}$/) });

/** A shop's logo. Its address changes with the picture, so it may be kept for ever; nothing in it can run. */
export async function GET(_request: Request, { params }: RouteContext<"/logo/[merchant]/[digest]">): Promise<Response> {
  const address = Address.safeParse(await params);
  const logo = address.success ? await getLogo(anonymous(), address.data.merchant, address.data.digest) : null;
  if (!logo) return new Response("Not found.\n", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(new Uint8Array(logo.bytes), {
    headers: {
      "content-type": logo.mediaType,
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
  });
}

export const { POST, PUT, PATCH, DELETE } = onlyGet();

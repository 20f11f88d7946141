import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/base/process/env";

/**
 * Gives every page a policy under which only scripts of this very answer run. Next reads the nonce from the request's
 * header and puts it on its own tags, which is why every page renders per request.
 */
export function proxy(request: NextRequest) {
  const policy = contentSecurityPolicy(crypto.randomUUID());
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  // where a stranger wanted to go, for the way back after signing in
  headers.set("x-till-path", request.nextUrl.pathname + request.nextUrl.search);

  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  if (env().APP_URL.startsWith("https:")) {
    response.headers.set("Strict-Transport-Security", "max-age=31536000");
  }
  return response;
}

function contentSecurityPolicy(nonce: string) {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
  ].join("; ");
}

export const config = {
  matcher: [
    "/((?!api/|v1/|logo/|metrics$|_next/static/|icon\\.svg|apple-icon|favicon\\.ico|robots\\.txt|offline-wallet\\.html|assets/|pay/|checkout[./-]).*)",
  ],
};

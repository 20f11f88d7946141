import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@/lib/errors";

export type Refusal = { status: number; code: ErrorCode; message: string; allow?: string };

const HOST = /^[\w.~!$&'()*+,;=:[\]%-]*$/;
/** What a multipart body is taken apart by; without it there is nothing to parse. */
const MULTIPART = /^multipart\/form-data(?!.*;\s{0,9}boundary=.)/i;
/** Half a file is never served, and these answer with a page of their own when they fail. */
const CONDITIONS_LEFT_OUT = ["range", "if-range", "if-match", "if-unmodified-since"];

/**
 * What is wrong with a request whatever it asks for; null when nothing is. A target with scheme and host becomes the
 * path that it means, and headers that would only fail later are taken out.
 */
export function refusalOf(request: IncomingMessage): Refusal | null {
  const { headers } = request;
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1") || !HOST.test(headers.host ?? "")) {
    return invalid("Send exactly one valid Host header.");
  }
  const refused = refuseTarget(request);
  if (refused) return refused;
  if (headers.origin !== undefined && headers.origin !== "null" && !URL.canParse(headers.origin)) {
    return invalid("The Origin header is not an origin.");
  }
  if (MULTIPART.test(headers["content-type"] ?? "")) return invalid("The Content-Type header names no boundary.");
  for (const name of CONDITIONS_LEFT_OUT) delete headers[name];
  return null;
}

function refuseTarget(request: IncomingMessage): Refusal | null {
  let target = request.url ?? "";
  const absolute = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(target);
  if (absolute) {
    const [, authority = "", rest = ""] = absolute;
    if (authority.toLowerCase() !== request.headers.host?.toLowerCase()) {
      return { ...invalid("This request is for another host than its Host header names."), status: 421 };
    }
    target = rest.startsWith("/") ? rest : `/${rest}`;
    request.url = target;
  }
  if (!target.startsWith("/")) return invalid("The request target must be a path that starts with a slash.");
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return null;
  } catch {
    return invalid("The path is not valid percent-encoded UTF-8.");
  }
}

/** What pages and files answer to a method that they do not have; null for those they have. */
export function refusalOfPages({ method = "", url = "/" }: IncomingMessage): Refusal | null {
  const path = url.split("?", 1)[0] ?? "";
  // routes under /api know their own methods, but only such as Next can pass on
  const allowed = path.startsWith("/api/")
    ? ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    : isFile(path)
      ? ["GET", "HEAD"]
      : ["GET", "HEAD", "POST"];
  if (allowed.includes(method)) return null;
  const allow = allowed.join(", ");
  return { status: 405, code: "method_not_allowed", message: `${method} is not possible here. Use ${allow}.`, allow };
}

function isFile(path: string): boolean {
  return path.startsWith("/_next/") || path.slice(path.lastIndexOf("/")).includes(".");
}

function invalid(message: string): Refusal {
  return { status: 400, code: "invalid_request", message };
}

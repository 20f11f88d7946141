import { randomUUID } from "node:crypto";
import { env } from "@/lib/base/process/env";
import { apiRequestSeconds } from "@/lib/base/process/metrics";
import { methodNotAllowed } from "@/lib/base/values/errors";
import { type Answer, type Endpoint, exported, JSON_HEADERS, METHODS } from "@/lib/service/api/answer";
import { answerError, type ErrorAnswer } from "@/lib/service/api/errors";
import type { ApiRequest } from "@/lib/service/api/request";
import { HTTPS_ONLY, PAYMENT_PAGE_HEADERS, SECURITY_HEADERS } from "@/lib/service/api/security-headers";

type Handler = (request: ApiRequest) => Answer | Promise<Answer>;

type Declaration = {
  /** the path with its parameters, for the metrics and traces */
  path: string;
  /** the supported methods, each with its answer; GET answers HEAD too */
  methods: { GET?: Handler; POST?: Handler };
  /** what a person sees of an error */
  trouble(request: ApiRequest, failure: ErrorAnswer): string;
};

/** The headers of a page that is made for one request. */
export const HTML_HEADERS = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };

/** The exports of a route file that answers with a page of ours, without the framework. Never rejects. */
export function pageEndpoint({ path, methods, trouble }: Declaration): Endpoint {
  const handlers: Partial<Record<string, Handler>> = { GET: methods.GET, HEAD: methods.GET, POST: methods.POST };
  const allow = METHODS.filter((method) => handlers[method]).join(", ");
  const answer = async (request: ApiRequest): Promise<Answer> => {
    const started = performance.now();
    const requestId = randomUUID();
    const { status, headers, body } = await answerOrTrouble(request, requestId);
    const seconds = (performance.now() - started) / 1_000;
    apiRequestSeconds().observe({ route: path, method: request.method, status: String(status) }, seconds);
    return {
      status,
      headers: { ...pageHeaders(), "x-request-id": requestId, ...headers },
      body: request.method === "HEAD" ? "" : body,
    };
  };
  const answerOrTrouble = async (request: ApiRequest, requestId: string): Promise<Answer> => {
    try {
      const handler = handlers[request.method];
      if (!handler) throw methodNotAllowed(request.method, allow);
      return await handler(request);
    } catch (error) {
      const failure = answerError(error, requestId);
      const { status, headers, code, body } = failure;
      if (code === "method_not_allowed") return { status, headers: { ...JSON_HEADERS, ...headers }, body };
      return { status, headers: { ...HTML_HEADERS, ...headers }, body: trouble(request, failure) };
    }
  };
  return Object.fromEntries(METHODS.map((method) => [method, exported(answer, path)])) as Endpoint;
}

let headersOfPages: Record<string, string> | null = null;

/** The page's script and style are files of ours, so that no answer needs a nonce of its own. */
function pageHeaders(): Record<string, string> {
  headersOfPages ??= {
    ...SECURITY_HEADERS,
    ...PAYMENT_PAGE_HEADERS,
    ...(env().APP_URL.startsWith("https:") ? HTTPS_ONLY : undefined),
    "content-security-policy": POLICY,
  };
  return headersOfPages;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

import { isUtf8 } from "node:buffer";
import { parse } from "lossless-json";
import type { KeyContext } from "@/lib/base/context/context";
import { readSettings } from "@/lib/base/context/settings";
import { database } from "@/lib/base/db/client";
import { addressMatcher } from "@/lib/base/http/address-ranges";
import { readBody } from "@/lib/base/http/read-body";
import {
  compressedBody,
  DomainError,
  type ErrorCode,
  insufficientScope,
  invalidApiKey,
} from "@/lib/base/values/errors";
import type { Scope } from "@/lib/base/values/scopes";
import { findKey, recallKey } from "@/lib/business/keys/find";
import { readKey } from "@/lib/business/keys/key";
import { isCompressed } from "@/lib/service/api/content-coding";

const MAX_BYTES = 64 * 1024;
const READ_MS = 10_000;
const DOUBLE_DIGITS = 15;
/** leaves room for an amount padded with zeros; longer numbers are rejected unread */
const MAX_NUMBER_LENGTH = 64;

/** The parts of a request that API handlers use: a Web `Request`, or the fast lane's lightweight replacement. */
export type ApiRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** the body of a Web `Request` */
  readonly body?: ReadableStream<Uint8Array> | null;
  /** the signal of a Web `Request`, aborted when its client disconnects */
  readonly signal?: AbortSignal;
  /** the fast lane's request reads its body itself, and its answers go out as they are, where Next compresses */
  readBytes?(limit: number): Promise<Uint8Array>;
};

/**
 * The caller's address. The HTTP server sets this header from the socket and trusted proxies and ignores the client's.
 */
export function clientAddress(request: ApiRequest): string {
  return request.headers.get("x-real-ip") ?? "unknown";
}

/**
 * Returns the context of the request's API key. With `isRechecked` the key may come from a five-second cache, for an
 * endpoint that checks it again before it answers. Errors: `missing_api_key`, `invalid_api_key`,
 * `environment_mismatch`.
 */
export async function authenticate(
  request: ApiRequest,
  { isRechecked = false }: { isRechecked?: boolean } = {},
): Promise<KeyContext> {
  const header = request.headers.get("authorization")?.trim() ?? "";
  if (header === "") {
    throw new DomainError(
      "missing_api_key",
      "Send your API key in the Authorization header: Authorization: Bearer svc_test_…",
    );
  }
  const token = /^bearer +(\S{1,200})$/i.exec(header)?.[1];
  const claimed = token ? readKey(token) : null;
  if (!claimed) throw invalidApiKey();
  const db = database();
  const key = await (isRechecked ? recallKey(db, claimed.hash) : findKey(db, claimed.hash));
  if (!key) throw invalidApiKey();
  if (key.environment !== claimed.environment) {
    throw new DomainError(
      "environment_mismatch",
      `This is a ${key.environment} key with a ${claimed.environment} prefix. Use the key exactly as it was issued.`,
    );
  }
  const { keyId, ...granted } = key;
  const terminalIds = key.terminal && [key.terminal.id];
  return { ...granted, db, settings: readSettings(), actor: { type: "api_key", keyId }, terminalIds };
}

/**
 * The value of a request's JSON body. Numbers that a double doesn't represent exactly become NaN. Errors: `code` for
 * text that isn't JSON, with `sample` as an example, and those of `readText`. An empty body is `none`, where one is
 * given.
 */
export async function readJson(
  request: ApiRequest,
  code: ErrorCode,
  { sample, none }: { sample?: string; none?: unknown } = {},
): Promise<unknown> {
  const text = await readText(request, code);
  if (text === "" && none !== undefined) return none;
  try {
    return parse(text, null, parseExactNumber);
  } catch {
    throw new DomainError(code, `The body must be valid JSON${sample ? `, for example ${sample}` : ""}.`);
  }
}

/** Errors: `address_not_allowed` for a call from outside of the key's ranges, `insufficient_scope`. */
export function requireAllowed({ scopes, ipRanges }: KeyContext, scope: Scope, address: string): void {
  if (ipRanges.length > 0 && !addressMatcher(ipRanges)(address)) {
    throw new DomainError("address_not_allowed", `This key can't be used from ${address}.`);
  }
  if (!scopes.includes(scope)) throw insufficientScope(scope);
}

/** The fields of a posted HTML form. Errors: `invalid_request` unless it is UTF-8, and those of `readText`. */
export async function parseForm(request: ApiRequest): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request, "invalid_request"));
}

/** The values in a request's path at the names in braces of its template, such as `/api/v1/payment-intents/{id}`. */
export function readPath({ url }: ApiRequest, template: string): Record<string, string> {
  const path = url.replace(/^\w+:\/\/[^/]*/, "").replace(/[?#].*$/s, "");
  const values = path.split("/");
  const named = template.split("/").flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name ? [[name, values[at] ?? ""]] : [];
  });
  return Object.fromEntries(named);
}

/** The parameters of a request's query string; of two with the same name the last. */
export function readQuery({ url }: ApiRequest): Record<string, string> {
  const mark = url.indexOf("?");
  return Object.fromEntries(new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)));
}

/** The name of a parameter that a request's query string has more than once; null without one. */
export function repeatedParameter({ url }: ApiRequest): string | null {
  const mark = url.indexOf("?");
  const names = [...new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)).keys()];
  return names.find((name, at) => names.indexOf(name) < at) ?? null;
}

/** The name of a parameter whose value isn't UTF-8, which would be read as other characters; null without one. */
export function unreadableParameter({ url }: ApiRequest): string | null {
  const mark = url.indexOf("?");
  const pairs = mark < 0 ? [] : url.slice(mark + 1).split("&");
  const bytesOf = (pair: string) =>
    pair.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bad = pairs.find((pair) => !isUtf8(Buffer.from(bytesOf(pair), "latin1")));
  return bad === undefined ? null : ([...new URLSearchParams(bad).keys()][0] ?? "");
}

/**
 * Parses a JSON number that a double represents exactly, else returns NaN, which every schema rejects:
 * `0.1000000000000000055` must not pass as `0.1`. Up to 15 significant digits survive the round trip through a double.
 */
function parseExactNumber(text: string): number {
  if (text.length > MAX_NUMBER_LENGTH) return Number.NaN;
  const [mantissa = ""] = text.split(/e/i);
  const digits = mantissa.replace(/[-.]/g, "").replace(/^0+/, "");
  const significant = mantissa === text && !text.includes(".") ? digits : (/^.*[1-9]/.exec(digits)?.[0] ?? "");
  return significant.length <= DOUBLE_DIGITS ? Number(text) : Number.NaN;
}

/**
 * The body's text, without a byte order mark. Errors: `code` for other encodings than UTF-8, `payload_too_large`,
 * `request_timeout`, `unsupported_media_type` if it is compressed.
 */
async function readText(request: ApiRequest, code: ErrorCode): Promise<string> {
  if (isCompressed(request.headers.get("content-encoding"))) throw compressedBody();
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > MAX_BYTES) throw tooLarge();
  const bytes = await withDeadline(
    request.readBytes ? request.readBytes(MAX_BYTES + 1) : readBody(request.body, MAX_BYTES),
  );
  if (!bytes || bytes.byteLength > MAX_BYTES) throw tooLarge();
  if (isUtf16(bytes)) {
    throw new DomainError(code, "The body is encoded as UTF-16 or UTF-32. Send it encoded as UTF-8.");
  }
  if (!isUtf8(bytes)) throw new DomainError(code, "The body must be encoded as UTF-8.");
  return UTF_8.decode(bytes);
}

/** Leaves out a byte order mark, which some platforms write before every text. */
const UTF_8 = new TextDecoder();

/** By its byte order mark, or by the NUL beside the first character, which no JSON text begins with. UTF-32 too. */
function isUtf16([first, second]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || first === 0 || second === 0;
}

function withDeadline<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DomainError("request_timeout", "The request body didn't arrive within 10 seconds.")),
      READ_MS,
    );
  });
  return Promise.race([reading, deadline]).finally(() => clearTimeout(timer));
}

function tooLarge() {
  return new DomainError("payload_too_large", "The request body is larger than 64 kB.");
}

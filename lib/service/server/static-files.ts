import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { methodNotAllowed } from "@/lib/base/values/errors";
import { type Answer, type Endpoint, exported, JSON_HEADERS, METHODS } from "@/lib/service/api/answer";
import { takesCoding } from "@/lib/service/api/content-coding";
import { answerError } from "@/lib/service/api/errors";
import { digestOf, isNamed, weakEtag } from "@/lib/service/api/etag";
import { ANY_SHOP, FIVE_MINUTES, FOREVER, PLAIN_TEXT } from "@/lib/service/api/file-headers";
import type { ApiRequest } from "@/lib/service/api/request";
import { SECURITY_HEADERS } from "@/lib/service/api/security-headers";

/**
 * The build's files for browsers, for the fast lane: read once and kept in memory, so that a build beside a running
 * service takes none away, and sent as the build compressed them. Next serves the same files, less compressed, without
 * the fast lane.
 */

type Headers = Record<string, string>;

const FOLDERS: { at: string; folder: string; headers: Headers }[] = [
  { at: "/assets/", folder: "public/assets", headers: FOREVER },
  { at: "/_next/static/", folder: ".next/static", headers: FOREVER },
  { at: "/checkout/", folder: "public/checkout", headers: { ...FOREVER, ...ANY_SHOP } },
];
const FILES: { name: string; headers: Headers }[] = [
  { name: "checkout.js", headers: { ...FIVE_MINUTES, ...ANY_SHOP } },
  { name: "checkout.json", headers: { ...FIVE_MINUTES, ...ANY_SHOP } },
  { name: "checkout.d.ts", headers: { ...FIVE_MINUTES, ...ANY_SHOP, ...PLAIN_TEXT } },
];

const TYPES: Headers = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Finds the file of a path. One that is not here is left to Next. */
export function staticFiles(root: string): (path: string) => Endpoint | undefined {
  let found: Map<string, Endpoint> | null = null;
  return (path) => {
    if (!path.startsWith("/assets/") && !path.startsWith("/_next/static/") && !path.startsWith("/checkout")) return;
    found ??= readAll(root);
    return found.get(path);
  };
}

function readAll(root: string): Map<string, Endpoint> {
  const found = new Map<string, Endpoint>();
  for (const { at, folder, headers } of FOLDERS) {
    for (const name of namesIn(path.join(root, folder))) {
      const type = TYPES[name.split(".").at(-1) ?? ""];
      if (!type) continue;
      const file = readBytes(path.join(root, folder, name));
      found.set(`${at}${name}`, endpointOf(file, { "content-type": type, ...headers }));
    }
  }
  for (const { name, headers } of FILES) {
    const file = path.join(root, "public", name);
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "";
    if (existsSync(file)) found.set(`/${name}`, endpointOf(readBytes(file), { "content-type": type, ...headers }));
  }
  return found;
}

function namesIn(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

type Bytes = Buffer<ArrayBuffer>;
type File = { etag: string; plain: () => Bytes; gz: Bytes | null; br: Bytes | null };

/** What is kept compressed is not kept plain too: hardly anyone asks for it. */
function readBytes(file: string): File {
  const read = (name: string) => (existsSync(name) ? readFileSync(name) : null);
  const plain = readFileSync(file);
  const etag = weakEtag(digestOf(plain));
  const gz = read(`${file}.gz`);
  return { etag, plain: gz ? () => gunzipSync(gz) : () => plain, gz, br: read(`${file}.br`) };
}

function endpointOf(file: File, own: Headers): Endpoint {
  const vary: Headers = file.gz ? { vary: "Accept-Encoding" } : {};
  const headers: Headers = { ...SECURITY_HEADERS, ...own, ...vary, etag: file.etag };
  const answer = async (request: ApiRequest): Promise<Answer> => {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") return refused(method);
    if (isNamed(file.etag, request.headers.get("if-none-match"))) return { status: 304, headers, body: "" };
    const accepted = request.headers.get("accept-encoding");
    if (file.br && takesCoding("br", accepted)) return sent("br", file.br);
    if (file.gz && takesCoding("gzip", accepted)) return sent("gzip", file.gz);
    return { status: 200, headers, body: file.plain() };
  };
  const sent = (encoding: string, body: Bytes): Answer => ({
    status: 200,
    headers: { ...headers, "content-encoding": encoding },
    body,
  });
  return Object.fromEntries(METHODS.map((method) => [method, exported(answer)])) as Endpoint;
}

function refused(method: string): Answer {
  const requestId = randomUUID();
  const { status, headers, body } = answerError(methodNotAllowed(method, "GET, HEAD"), requestId);
  return { status, headers: { ...JSON_HEADERS, "x-request-id": requestId, ...headers }, body };
}

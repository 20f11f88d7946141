import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Answer, type Endpoint, exported, METHODS } from "@/lib/api/endpoint";
import type { ApiRequest } from "@/lib/api/request";
import { DomainError } from "@/lib/errors";

/**
 * What the payment page loads, for the fast lane: compressed by the build, kept in memory, named by its content and
 * therefore cached forever. Without the fast lane, Next serves the same files.
 */

const FOLDER = "public/assets";
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
};
const HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  vary: "Accept-Encoding",
};

type File = { type: string; plain: Buffer<ArrayBuffer>; gz?: Buffer<ArrayBuffer>; br?: Buffer<ArrayBuffer> };
let files: Map<string, File> | null = null;

export function assetRouteOf(url: string): Endpoint | undefined {
  if (!url.startsWith("/assets/")) return undefined;
  files ??= readFiles();
  const file = files.get(url.slice("/assets/".length));
  return file && endpointOf(file);
}

function readFiles(): Map<string, File> {
  const folder = path.join(process.env.TILL_ROOT ?? process.cwd(), FOLDER);
  const found = new Map<string, File>();
  const names = readdirSync(folder);
  const read = (name: string) => (names.includes(name) ? readFileSync(path.join(folder, name)) : undefined);
  for (const name of names) {
    const type = TYPES[name.split(".").at(-1) ?? ""];
    const plain = type && read(name);
    if (plain) found.set(name, { type, plain, gz: read(`${name}.gz`), br: read(`${name}.br`) });
  }
  return found;
}

function endpointOf(file: File): Endpoint {
  const answer = async ({ method, headers }: ApiRequest): Promise<Answer> => {
    if (method !== "GET" && method !== "HEAD") {
      const { message } = new DomainError("method_not_allowed", `${method} isn't supported here. Use GET, HEAD.`);
      const body = JSON.stringify({ error: message, code: "method_not_allowed" });
      return { status: 405, headers: { allow: "GET, HEAD", "content-type": "application/json; charset=utf-8" }, body };
    }
    const accepted = headers.get("accept-encoding") ?? "";
    const [encoding, body] = file.br && /\bbr\b/.test(accepted) ? ["br", file.br] : gzipOrPlain(file, accepted);
    const encoded = encoding ? { "content-encoding": encoding } : undefined;
    const sent = method === "HEAD" ? "" : body;
    return { status: 200, headers: { ...HEADERS, "content-type": file.type, ...encoded }, body: sent };
  };
  return Object.fromEntries(METHODS.map((method) => [method, exported(answer)])) as Endpoint;
}

function gzipOrPlain({ gz, plain }: File, accepted: string): ["gzip" | null, Buffer<ArrayBuffer>] {
  return gz && /\bgzip\b/.test(accepted) ? ["gzip", gz] : [null, plain];
}

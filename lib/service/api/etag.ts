import { createHash } from "node:crypto";

/** A short digest of a content, for its ETag. */
export function digestOf(content: string | Buffer): string {
  return createHash("sha1").update(content).digest("base64url").slice(0, 16);
}

/** Weak, since the same content is sent in several encodings, whose bytes differ (RFC 9110, 8.8.1). */
export function weakEtag(tag: string): string {
  return `W/"${tag}"`;
}

const TAGS = /"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * Whether an `If-None-Match` header names the ETag, alone or in a list, weak or strong, or any by `*` (RFC 9110,
 * 13.1.2).
 */
export function isNamed(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const tag = etag.replace(/^W\//, "").slice(1, -1);
  return [...ifNoneMatch.matchAll(TAGS)].some(([, named]) => named === tag);
}

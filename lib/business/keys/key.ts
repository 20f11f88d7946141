import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const PREFIXES = { sandbox: "svc_test_", live: "svc_live_" } as const;
const SHAPE = /^svc_(test|live)_([0-9A-Za-z]{38})$/;

type Environment = keyof typeof PREFIXES;

/** A key as its holder sends it, and what the database stores of it. */
export type NewKey = { key: string; hash: Buffer; last4: string };

/** `svc_test_` or `svc_live_`, 32 random base62 characters (190 bits) and 6 of their CRC-32. */
export function newKey(environment: Environment): NewKey {
  let random = "";
  for (let i = 0; i < RANDOM_LENGTH; i++) random += ALPHABET[randomInt(ALPHABET.length)];
  const body = random + checksum(random);
  return { key: PREFIXES[environment] + body, hash: hashBody(body), last4: body.slice(-4) };
}

/** The environment in a key's prefix and the hash to look it up by; null if it is malformed. */
export function readKey(text: string): { environment: Environment; hash: Buffer } | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const body = match[2] as string;
  if (checksum(body.slice(0, RANDOM_LENGTH)) !== body.slice(RANDOM_LENGTH)) return null;
  return { environment: match[1] === "live" ? "live" : "sandbox", hash: hashBody(body) };
}

function hashBody(body: string): Buffer {
  return createHash("sha256").update(body).digest();
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

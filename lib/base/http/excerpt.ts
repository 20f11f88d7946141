/** Control characters except tab and line feed, and characters that reverse or hide text. */
const HARMFUL = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const MAX_HEADER_LENGTH = 200;

/**
 * The first `maxBytes` bytes of a response body as text for the delivery log: UTF-8, no character cut in half.
 * Characters that Postgres refuses or that could deceive a reader become U+FFFD. A compressed body gives "".
 */
export function excerptOf(chunks: Buffer[], contentEncoding: string | string[] | undefined, maxBytes: number): string {
  const first = chunks[0];
  if (first === undefined) return "";
  if (contentEncoding !== undefined && contentEncoding !== "identity") return "";
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
  let end = Math.min(bytes.length, maxBytes);
  if (end < bytes.length) {
    while (end > 0 && isContinuation(bytes[end])) end -= 1;
  }
  return harmless(bytes.toString("utf8", 0, end).replaceAll("\r\n", "\n"));
}

/** The first value of a response header, shortened and safe to store; null when absent. */
export function headerText(value: string | string[] | undefined): string | null {
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined ? null : harmless(text.slice(0, MAX_HEADER_LENGTH));
}

function harmless(text: string): string {
  return text.replace(HARMFUL, "\ufffd");
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

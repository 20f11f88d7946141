import addressparser from "nodemailer/lib/addressparser";

export type Sender = { name: string; address: string };

const ADDRESS = /^(?:[^\s@<>()[\]",;:\\]+|"(?:[^"\\]|\\.)+")@[^\s@<>()",;:\\]+$/;
const NAMED = /^([^<>]*)<([^<>]+)>$/;

/**
 * One sender in the forms of RFC 5322: an address alone or in angle brackets, with a name in front, in quotes or not,
 * or as a comment behind. An unquoted name may have commas and other characters that would need quotes. Names may be
 * encoded (RFC 2047). Null for anything else, such as two senders.
 */
export function parseSender(text: string): Sender | null {
  const line = text.replace(/\s+/g, " ").trim();
  if (ADDRESS.test(line)) return { name: "", address: line };
  if (!/[<(]/.test(line)) return null;
  const [, before = "", address = ""] = NAMED.exec(line) ?? [];
  // a parser takes a comma for the end of an address, and a colon for a group's name
  if (/[,;:@]/.test(before) && !/["()]/.test(before)) return checked({ name: before.trim(), address: address.trim() });
  const [only, ...others] = addressparser(line);
  if (!only || others.length > 0 || "group" in only) return null;
  return checked({ name: only.name, address: only.address });
}

function checked({ name, address }: Sender): Sender | null {
  return ADDRESS.test(address) ? { name: decodeEncoded(name), address } : null;
}

const WORD = /=\?([\w-]+)(?:\*[\w-]+)?\?([BQ])\?([^?\s]*)\?=/gi;

function decodeEncoded(text: string): string {
  // white space between two encoded words isn't part of the text
  return text.replace(/(\?=) (?==\?)/g, "$1").replace(WORD, (whole, charset, coding, encoded) => {
    const bytes = /b/i.test(coding) ? Buffer.from(encoded, "base64") : quotedBytes(encoded);
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      return whole;
    }
  });
}

function quotedBytes(encoded: string): Buffer {
  const text = encoded
    .replaceAll("_", " ")
    .replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

import type { AttemptRow } from "@/lib/webhooks/get-delivery";

/** What stands in place of a signature. */
export const HIDDEN_SIGNATURE = "(hidden: your role can't see signatures)";

const SIGNATURE_HEADERS = /^(x-service-signature|webhook-signature)$/i;

/**
 * An attempt for readers who may not have the endpoint's secret: with its signatures, a body could be replayed at the
 * receiver. Receivers that echo the request have the signatures in their answers too.
 */
export function hideSignatures(attempt: AttemptRow): AttemptRow {
  const headers = Object.entries(attempt.requestHeaders);
  const signed = headers.filter(([name]) => SIGNATURE_HEADERS.test(name));
  const signatures = signed.flatMap(([, value]) => value.split(" ")).map((entry) => entry.replace(/^v1,/, ""));
  return {
    ...attempt,
    requestHeaders: Object.fromEntries([...headers, ...signed.map(([name]) => [name, HIDDEN_SIGNATURE])]),
    excerpt: signatures
      .flatMap(spellings)
      .reduce((text, one) => text.replaceAll(one, HIDDEN_SIGNATURE), attempt.excerpt),
  };
}

/** How an answer may write a signature: as it was sent, encoded for a URL, or in JSON, or JSON in JSON, with escaped slashes. */
function spellings(signature: string): string[] {
  const slashes = ["\\/", "\\\\/"].map((slash) => signature.replaceAll("/", slash));
  return [signature, ...slashes, encodeURIComponent(signature)];
}

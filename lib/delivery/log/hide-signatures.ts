/** Shown instead of a signature. */
export const HIDDEN_SIGNATURE = "(hidden: your role can't see signatures)";

const SIGNATURE_HEADERS = /^(x-service-signature|webhook-signature)$/i;

/**
 * An attempt for readers without permission for the secret: with its signature, a body could be replayed at the
 * receiver. The response is redacted too, since some receivers echo the request.
 */
export function hideSignatures<A extends Shown>(attempt: A): A {
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

type Shown = { requestHeaders: Record<string, string>; excerpt: string };

/**
 * Spellings of a signature in a response: as sent, URL-encoded, and with the escaped slashes of JSON or nested JSON.
 */
function spellings(signature: string): string[] {
  const slashes = ["\\/", "\\\\/"].map((slash) => signature.replaceAll("/", slash));
  return [signature, ...slashes, encodeURIComponent(signature)];
}

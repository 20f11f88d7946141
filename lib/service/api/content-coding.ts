const TAKEN = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
};

/** Whether a request takes a body that is compressed like this. `q=0` refuses it. */
export function takesCoding(coding: keyof typeof TAKEN, acceptEncoding: string | null): boolean {
  return acceptEncoding !== null && TAKEN[coding].test(acceptEncoding);
}

/** Whether a body is compressed, by its `Content-Encoding`. */
export function isCompressed(contentEncoding: string | null): boolean {
  return (contentEncoding ?? "").split(",").some((coding) => !/^(?:identity)?$/i.test(coding.trim()));
}

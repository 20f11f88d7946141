const TAKEN = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
};

/** Whether a request takes a body that is compressed like this. `q=0` refuses it. */
export function takesCoding(coding: keyof typeof TAKEN, acceptEncoding: string | null): boolean {
  return acceptEncoding !== null && TAKEN[coding].test(acceptEncoding);
}

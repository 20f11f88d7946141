/** The parser would drop or turn round what is left out here: what was read is not where the browser would go. */
const FORM = /^https?:\/\/[^/\s\\\p{Cc}\p{Cf}\p{Cs}][^\s\\\p{Cc}\p{Cf}\p{Cs}]*$/iu;
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** A page of the shop that a customer may be sent back to: http or https, whole, without a user name or password in it. */
export function isReturnUrl(text: string): boolean {
  if (!FORM.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** In live a customer comes back over HTTPS; http is for a shop that is being built on the same machine. */
export function isLiveReturnUrl(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || THIS_MACHINE.test(hostname);
}

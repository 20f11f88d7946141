/** Excludes characters that the URL parser drops or rewrites, after which the URL checked would not be the one opened. */
const FORM = /^https?:\/\/[^/\s\\\p{Cc}\p{Cf}\p{Cs}][^\s\\\p{Cc}\p{Cf}\p{Cs}]*$/iu;
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether customers may be sent back to this URL: a full http or https URL without a username or password. */
export function isReturnUrl(text: string): boolean {
  if (!FORM.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** Live requires HTTPS; http is allowed for localhost only, for development. */
export function isLiveReturnUrl(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || THIS_MACHINE.test(hostname);
}

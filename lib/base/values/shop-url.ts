/**
 * Excludes characters that the URL parser drops or rewrites, after which the URL checked would not be the one opened.
 */
const FORM = /^https?:\/\/[^/\s\\\p{Cc}\p{Cf}\p{Cs}][^\s\\\p{Cc}\p{Cf}\p{Cs}]*$/iu;

/**
 * Whether customers may be sent to this page of a shop: a full http or https URL without a username or password. Pure.
 */
export function isShopUrl(text: string): boolean {
  if (!FORM.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

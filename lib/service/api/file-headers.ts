/** Headers of files that are served as they are, by Next and by the server's fast lane alike. */

/** checkout.js is loaded by shops' pages, which may ask for it with `crossorigin` and an integrity. */
export const ANY_SHOP = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

export const FIVE_MINUTES = { "cache-control": "public, max-age=300" };
/** For a file that is named by its content. */
export const FOREVER = { "cache-control": "public, max-age=31536000, immutable" };

/** By its ending a browser would take it for a film. */
export const PLAIN_TEXT = { "content-type": "text/plain; charset=utf-8" };

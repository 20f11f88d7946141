/** What a logo may be; the browser makes a larger picture smaller before it is sent. */
export const LOGO_MAX_BYTES = 262_144;
export const LOGO_MAX_PIXELS = 512;
export const LOGO_MIN_PIXELS = 16;

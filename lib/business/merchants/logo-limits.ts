/** The limits of a logo; the browser scales a larger image down before it uploads it. */
export const LOGO_MAX_BYTES = 262_144;
export const LOGO_MAX_PIXELS = 512;
export const LOGO_MIN_PIXELS = 16;

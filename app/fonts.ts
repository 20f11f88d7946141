import localFont from "next/font/local";

// Subsets of Geist, made by `scripts/subset-fonts.mjs`.

const geist = localFont({
  src: "./fonts/geist-latin.woff2",
  weight: "400 600",
  variable: "--font-geist-latin",
});

/** Loaded by pages with a name or text in Cyrillic, Vietnamese or another extension of the Latin alphabet. */
const geistExtended = localFont({
  src: "./fonts/geist-extended.woff2",
  weight: "400 600",
  variable: "--font-geist-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+100-1FFF, U+2070-20AB, U+20AD, U+20AF-2121, U+2C60-D7FF, U+F900-FFFD" },
  ],
});

/** Figures, IDs and code; other scripts in the system's own. */
const geistMono = localFont({
  src: "./fonts/geist-mono-latin.woff2",
  weight: "400 600",
  variable: "--font-geist-mono",
});

/** For the root element: the variables that `globals.css` takes the families from. */
export const fontVariables = [geist, geistExtended, geistMono].map((font) => font.variable).join(" ");

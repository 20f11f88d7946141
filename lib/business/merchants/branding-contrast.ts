/** The sRGB colours behind the accent, in the light and the dark scheme. */
const LIGHT_PAGE = "#fbf9f5";
const DARK_PAGE = "#110f0c";
const BLACK = "#000000";
const WHITE = "#ffffff";

/** WCAG 1.4.11: the least contrast of a shape with its background. */
const SHAPE_CONTRAST = 3;

type AccentContrast = { light: number; dark: number; text: string };

/** The contrast of an accent (`#rrggbb`) on the payment page, as numbers and as a sentence. */
export function accentContrast(accent: string): AccentContrast {
  const light = contrastRatio(accent, LIGHT_PAGE);
  const dark = contrastRatio(accent, DARK_PAGE);
  const figures = `${light.toFixed(1)}:1 on light, ${dark.toFixed(1)}:1 on dark`;
  const faint = light < SHAPE_CONTRAST ? "light" : dark < SHAPE_CONTRAST ? "dark" : null;
  if (faint === null) return { light, dark, text: `Clearly visible on light and dark pages: ${figures}.` };
  const remedy = faint === "light" ? "darker" : "lighter";
  const text = `Hard to see on ${faint} pages: ${figures}. A ${remedy} colour works on both. Text stays readable either way.`;
  return { light, dark, text };
}

/** The colour of text on an accent: white or black, whichever has more contrast; at least 4.5:1 for any accent. */
export function letterOn(accent: string): string {
  return contrastRatio(accent, WHITE) >= contrastRatio(accent, BLACK) ? WHITE : BLACK;
}

/** WCAG's contrast of two sRGB colours, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The pages' own colours in sRGB: card on which the accent lies, in light and in dark. */
const LIGHT_PAGE = "#fbf9f5";
const DARK_PAGE = "#110f0c";
const BLACK = "#000000";
const WHITE = "#ffffff";

/** WCAG 1.4.11: what a shape needs to be told from what it lies on. */
const SHAPE_CONTRAST = 3;

type AccentContrast = { light: number; dark: number; words: string };

/** How an accent (`#rrggbb`) stands out on the checkout, in figures and in words. No text is ever drawn in it. */
export function accentContrast(accent: string): AccentContrast {
  const light = contrastRatio(accent, LIGHT_PAGE);
  const dark = contrastRatio(accent, DARK_PAGE);
  const figures = `${light.toFixed(1)}:1 on light pages, ${dark.toFixed(1)}:1 on dark ones`;
  const faint = light < SHAPE_CONTRAST ? "light" : dark < SHAPE_CONTRAST ? "dark" : null;
  if (faint === null) return { light, dark, words: `Stands out on both: ${figures}.` };
  const remedy = faint === "light" ? "darker" : "lighter";
  const words = `Faint on ${faint} pages: ${figures}. A ${remedy} one would be seen on both. Text stays readable in any case.`;
  return { light, dark, words };
}

/** The colour of a letter on an accent: white or black, whichever is told apart better; 4.5:1 at least for any accent. */
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

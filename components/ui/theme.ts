export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Keeps the choice in the browser, for everyone who uses it; without it the system decides. */
export const THEME_COOKIE = "till-theme";

/** The choice in a cookie or on the page's root; anything else is the system's. */
export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

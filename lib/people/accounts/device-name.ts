import Bowser from "bowser";

/** A readable name from a user agent: `Firefox on Windows`, `Safari on iPhone`. */
export function deviceName(userAgent: string): string {
  if (userAgent.trim() === "") return "Unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const machine = platform.model ?? os.name;
  if (!browser.name) return machine ?? "Unknown device";
  return machine ? `${browser.name} on ${machine}` : browser.name;
}

import type { PosContext } from "@/lib/payments/pos/context";

const PAPER = "#fcfaf7";

/** The web manifest of one keypad: each terminal and environment installs as an app of its own. */
export function keypadManifest({ terminalId, terminalName, merchantName, environment }: PosContext) {
  const path = `/pos/${terminalId}/${environment}`;
  const suffix = environment === "sandbox" ? " (sandbox)" : "";
  const icon = (size: number, purpose: "any" | "maskable") => ({
    src: purpose === "any" ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: path,
    start_url: path,
    scope: `/pos/${terminalId}`,
    name: `${terminalName}${suffix} · ${merchantName}`,
    short_name: `${terminalName}${suffix}`,
    description: `Take USDT payments at ${terminalName}.`,
    display: "standalone",
    background_color: PAPER,
    theme_color: PAPER,
    categories: ["business", "finance"],
    icons: [icon(192, "any"), icon(512, "any"), icon(192, "maskable"), icon(512, "maskable")],
  };
}

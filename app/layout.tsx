import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { fontVariables } from "@/app/fonts";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme";
import { env } from "@/lib/base/process/env";
import { ownCookie } from "@/lib/service/auth/own-cookie";
import { siteMessages } from "@/lib/service/messages/en/site";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { APP_NAME, APP_URL } = env();
  return {
    metadataBase: new URL(APP_URL),
    title: { default: APP_NAME, template: `%s · ${APP_NAME}` },
    description: siteMessages.description,
    // there is a dark theme, and a code that an extension recolours can't be read
    other: { "darkreader-lock": "true" },
    formatDetection: { telephone: false, date: false, address: false, email: false },
  };
}

const PAPER = { light: "#fcfaf7", dark: "#110f0c" };

export async function generateViewport(): Promise<Viewport> {
  const theme = await chosenTheme();
  const themeColor = theme
    ? PAPER[theme]
    : [
        { media: "(prefers-color-scheme: light)", color: PAPER.light },
        { media: "(prefers-color-scheme: dark)", color: PAPER.dark },
      ];
  return { width: "device-width", initialScale: 1, themeColor };
}

/** What this browser chose; undefined where the system decides. */
async function chosenTheme() {
  const theme = parseTheme((await cookies()).get(ownCookie(THEME_COOKIE))?.value);
  return theme === "system" ? undefined : theme;
}

/**
 * Reads the request, so every page has the nonce that the policy in `proxy.ts` requires, and its theme from the start.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <html lang="en" dir="ltr" data-theme={await chosenTheme()} className={fontVariables}>
      <body>{children}</body>
    </html>
  );
}

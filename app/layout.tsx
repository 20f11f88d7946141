import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { fontVariables } from "@/app/fonts";
import { env } from "@/lib/env";
import { siteMessages } from "@/lib/messages/en/site";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { APP_NAME, APP_URL } = env();
  return {
    metadataBase: new URL(APP_URL),
    title: { default: APP_NAME, template: `%s · ${APP_NAME}` },
    description: siteMessages.description,
    formatDetection: { telephone: false, date: false, address: false, email: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fcfaf7" },
    { media: "(prefers-color-scheme: dark)", color: "#110f0c" },
  ],
};

/** Waits for a request, so that every page carries the nonce that the policy in `proxy.ts` requires. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <html lang="en" dir="ltr" className={fontVariables}>
      <body>{children}</body>
    </html>
  );
}

import type { Metadata } from "next";

/** A page whose address is a secret: neither indexed nor told to other sites. */
export function privatePage(title: string): Metadata {
  return { title, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

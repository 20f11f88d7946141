import type { Metadata } from "next";

/** A page whose address is a secret: not indexed, and sent to no other site as the referrer. */
export function privatePage(title: string): Metadata {
  return { title, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

import type { Metadata } from "next";
import { DeadEnd } from "@/components/site/dead-end";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <DeadEnd code="404" title="There is no such page.">
      The address may be mistyped, or the page has moved.
    </DeadEnd>
  );
}

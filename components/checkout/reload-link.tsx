import type { View } from "./view";

/** Shown by the page's style if the script doesn't come. The checkout.js window has no such link. */
export function ReloadLink({ view: { words, way } }: { view: View }) {
  if (words.reload === "") return null;
  return (
    <a href={`?way=${way}`} data-part="reload">
      {words.reload}
    </a>
  );
}

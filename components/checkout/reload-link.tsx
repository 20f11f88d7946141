import type { View } from "./view";

/** Shown by the page's style if the script doesn't come. A window, which is the script's, has none. */
export function ReloadLink({ view: { words, way } }: { view: View }) {
  if (words.reload === "") return null;
  return (
    <a href={`?way=${way}`} data-part="reload">
      {words.reload}
    </a>
  );
}

/** The classes of a segmented control: the frame, and each of its two or three radio buttons. */
export const SEGMENTS = "gap-1 rounded-till bg-ink/7 p-1";

export const SEGMENT =
  "flex min-h-11 cursor-pointer items-center justify-center rounded-[4px] px-2 py-1 text-center text-14 text-balance text-ink-2 " +
  "border border-transparent has-checked:border-ink/30 has-checked:bg-card has-checked:font-semibold has-checked:text-ink dark:has-checked:bg-ink/15 " +
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-verdigris";

/** The place of something on its way; give it the size of what comes. Silent: the region around it says it is loading. */
export function Skeleton({ className = "h-4 w-24" }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block rounded-[3px] bg-ink/8 motion-safe:animate-breathe ${className}`} />
  );
}

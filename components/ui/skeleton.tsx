/** A placeholder of the size of the content that loads. Hidden from screen readers: the region around it announces loading. */
export function Skeleton({ className = "h-4 w-24" }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block rounded-[3px] bg-ink/8 motion-safe:animate-breathe ${className}`} />
  );
}

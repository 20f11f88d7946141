type Props = {
  className?: string;
  /** one of many, whose surroundings breathe as a whole: each animation of its own is a layer to compose */
  still?: boolean;
};

/**
 * A placeholder of the size of the content that loads. Hidden from screen readers: the region around it announces
 * loading.
 */
export function Skeleton({ className = "h-4 w-24", still = false }: Props) {
  const motion = still ? "" : "motion-safe:animate-breathe";
  return <span aria-hidden="true" className={`block rounded-[3px] bg-ink/8 ${motion} ${className}`} />;
}

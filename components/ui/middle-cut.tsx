const TAIL = 8;

type Props = { text: string; className?: string };

/**
 * Text on one line, cut in its middle where it is too long: references that begin alike stay apart by their end. Hover
 * shows the whole text, and screen readers read it. Translators leave it as it is.
 */
export function MiddleCut({ text, className = "" }: Props) {
  const letters = [...text];
  if (letters.length <= 2 * TAIL)
    return (
      <span translate="no" className={`block truncate ${className}`}>
        {text}
      </span>
    );
  return (
    <span translate="no" title={text} className={`flex min-w-0 max-w-full ${className}`}>
      <span className="sr-only select-none">{text}</span>
      <span aria-hidden="true" className="truncate">
        {letters.slice(0, -TAIL).join("")}
      </span>
      <span aria-hidden="true" className="shrink-0 whitespace-pre">
        {letters.slice(-TAIL).join("")}
      </span>
    </span>
  );
}

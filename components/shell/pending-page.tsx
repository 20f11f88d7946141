import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["w-full", "w-11/12", "w-full", "w-10/12", "w-full", "w-11/12"];

/**
 * Covers the page, by CSS alone, from a moment after the navigation or a row is pressed until the next page arrives.
 */
export function PendingPage() {
  return (
    <div
      aria-hidden="true"
      data-page-pending=""
      className="page-pending fixed inset-x-0 top-(--shell-top) bottom-0 z-20 bg-paper px-4 pt-6 sm:px-6 lg:ps-68 lg:pe-8 lg:pt-8 print:hidden"
    >
      <div className="flex max-w-7xl flex-col gap-8 motion-safe:animate-breathe">
        <div className="flex flex-col gap-2">
          <Skeleton still className="h-9 w-48" />
          <Skeleton still className="h-4 w-72 max-w-full" />
        </div>
        <div className="flex flex-col gap-6 border-t pt-6">
          {ROWS.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
            <Skeleton still key={index} className={`h-5 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  );
}

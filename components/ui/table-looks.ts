export type Align = "start" | "end" | "figures";

type Looks = {
  align?: Align;
  priority?: 1 | 2 | 3;
  phone?: "title" | "figure" | "detail" | "aside" | "below";
  wide?: boolean;
  compact?: boolean;
};

/** Explicit roles, because some browsers drop the table semantics of rows laid out as a grid. */
export const TABLE = {
  table: { role: "table" },
  body: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  columnHead: { role: "columnheader" },
} as const;

export const tableClasses = {
  table: "w-full border-collapse text-14 max-sm:block",
  head: "max-sm:sr-only sm:sticky sm:top-(--shell-top,0px) sm:z-10",
  body: "max-sm:block",
  row: "border-b max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:py-3",
  linked:
    "cursor-pointer transition-colors duration-100 hover:bg-card focus-within:bg-card has-data-pending:bg-ink/6 " +
    "has-[[data-row-link]:focus-visible]:shadow-[inset_2px_0_0_var(--verdigris)]",
  link: "inline-flex min-w-0 max-w-full items-center gap-2 rounded-[2px]",
};

/** Figures align on their decimal point, at the right even in right-to-left scripts. */
const SIDES = { start: "sm:text-start", end: "sm:text-end", figures: "sm:text-right" };

const PRIORITIES = { 1: "sm:table-cell", 2: "sm:hidden lg:table-cell", 3: "sm:hidden xl:table-cell" };

const PHONE = {
  title: "max-sm:col-start-1 max-sm:row-start-1 max-sm:text-16",
  figure: "max-sm:col-start-2 max-sm:row-start-1 max-sm:text-end max-sm:text-16",
  detail: "max-sm:col-start-1 max-sm:row-start-2 max-sm:text-ink-2",
  aside: "max-sm:col-start-2 max-sm:row-start-2 max-sm:text-end max-sm:text-ink-2",
  below: "max-sm:col-span-2 max-sm:row-start-3",
};

function phoneClass(phone: Looks["phone"]) {
  return phone ? PHONE[phone] : "max-sm:hidden";
}

/** A wide column takes what the others leave; its content can't widen it, so that it is cut instead. */
const WIDE = "sm:w-full sm:max-w-0";

export function cellClass({ align, priority = 1, phone, wide, compact }: Looks) {
  const end = `${SIDES[align ?? "start"]} ${wide ? WIDE : ""}`;
  const height = compact ? "sm:py-0 sm:pointer-fine:h-7" : "sm:py-1";
  return `list-cell ${height} ${PRIORITIES[priority]} ${phoneClass(phone)} ${end}`;
}

export function headClass({ align, priority = 1, wide }: Looks) {
  const end = `${SIDES[align ?? "start"]} ${wide ? "sm:min-w-44" : ""}`;
  return `bg-paper py-2 pe-3 shadow-[inset_0_-1px_0_color-mix(in_oklch,var(--ink)_45%,var(--paper))] text-12 font-medium whitespace-nowrap text-ink-2 first:ps-2 last:pe-2 lg:pe-5 ${PRIORITIES[priority]} ${end}`;
}

import { uiMessages } from "@/lib/service/messages/en/ui";
import { type Column, Head } from "./data-table";
import { Skeleton } from "./skeleton";
import { cellClass, TABLE, tableClasses } from "./table-looks";

type Props<Row> = { caption: string; columns: Column<Row>[]; rows?: number; compact?: boolean };

const WIDTHS = ["w-24", "w-32", "w-20", "w-28"];

/** A table while its rows load, with the same header and heights, so that nothing shifts. */
export function TableSkeleton<Row>({ caption, columns, rows = 10, compact }: Props<Row>) {
  return (
    <>
      <p role="status" className="sr-only">
        {uiMessages.table.loading(caption)}
      </p>
      <table {...TABLE.table} aria-hidden="true" className={tableClasses.table}>
        <Head caption={caption} columns={columns} />
        <tbody className={`${tableClasses.body} motion-safe:animate-breathe`}>
          {Array.from({ length: rows }, (_, row) => row).map((row) => (
            <tr key={row} className={tableClasses.row}>
              {columns.map((column, index) => (
                <td key={column.id} className={cellClass({ ...column, compact })}>
                  <span className={`flex h-5 items-center max-sm:h-6 ${endClass(column)}`}>
                    <Skeleton still className={`h-3.5 max-w-full ${WIDTHS[(row + index) % WIDTHS.length]}`} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function endClass<Row>(column: Column<Row>) {
  const end = "money" in column || column.align === "end" ? "sm:justify-end" : "";
  return `${end} ${column.phone === "figure" || column.phone === "aside" ? "max-sm:justify-end" : ""}`;
}

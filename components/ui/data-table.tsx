import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "./link";
import { LinkHint } from "./link-hint";
import { Money, mostPlaces } from "./money";
import { TableKeys } from "./table-keys";
import { type Align, cellClass, headClass, TABLE, tableClasses } from "./table-looks";

export type Column<Row> = {
  id: string;
  header: string;
  /** figures align at their end */
  align?: Align;
  /** 1 always (default), 2 from 1024 px, 3 from 1280 px; phones have their own order */
  priority?: 1 | 2 | 3;
  /** position in a phone's two-line item, or `below` it; without one, the column is hidden there */
  phone?: "title" | "figure" | "detail" | "aside" | "below";
  /** takes the width that the other columns leave; its content is cut where it doesn't fit */
  wide?: boolean;
  /** the header is for screen readers only, for a column of buttons */
  hideHeader?: boolean;
} & (
  | { cell: (row: Row) => ReactNode }
  | {
      money: (row: Row) => string | null;
      /** stands above the amount on a phone, where the column that has it beside a mouse is hidden */
      phoneAbove?: (row: Row) => string | null;
    }
);

type Props<Row> = {
  /** what the table holds, for screen readers */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** where the whole row leads; the actual link is in the phone's title, or the first column */
  rowHref?: (row: Row) => Route;
  /** lower rows, beside a mouse */
  compact?: boolean;
  /** shown instead of the table when there are no rows */
  empty: ReactNode;
};

/**
 * A server-rendered list: one line per row, two on a phone. Each row is one tab stop; left and right arrows move within
 * it. With `rowHref`, arrow keys or j and k move between rows, Enter opens one, and a click anywhere on a row follows
 * its link, honouring modifier keys.
 */
export function DataTable<Row>({ caption, columns, rows, rowId, rowHref, compact, empty }: Props<Row>) {
  if (rows.length === 0) return empty;
  const places = columns.map((column) =>
    "money" in column ? mostPlaces(rows.map(column.money).filter((value) => value !== null)) : 0,
  );
  const linked = Math.max(
    columns.findIndex(({ phone }) => phone === "title"),
    0,
  );
  const content = (column: Column<Row>, row: Row, index: number) => {
    if ("cell" in column) return column.cell(row);
    const value = column.money(row);
    if (value === null) return "—";
    const above = column.phoneAbove?.(row) ?? null;
    return (
      <>
        {above !== null && (
          <span translate="no" dir="ltr" className="money block whitespace-nowrap sm:hidden">
            {above}
          </span>
        )}
        <Money value={value} places={places[index]} unit="phone" />
      </>
    );
  };

  const table = (
    <table {...TABLE.table} className={tableClasses.table}>
      <Head caption={caption} columns={columns} />
      <tbody {...TABLE.body} className={tableClasses.body}>
        {rows.map((row) => (
          <tr {...TABLE.row} key={rowId(row)} className={`${tableClasses.row} ${rowHref ? tableClasses.linked : ""}`}>
            {columns.map((column, index) => (
              <td {...TABLE.cell} key={column.id} className={cellClass({ ...placed(column), compact })}>
                {rowHref && index === linked ? (
                  <Link href={rowHref(row)} data-row-link="" className={tableClasses.link}>
                    <span className="contents">{content(column, row, index)}</span>
                    <LinkHint />
                  </Link>
                ) : (
                  content(column, row, index)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return <TableKeys>{table}</TableKeys>;
}

/** The caption and the header row; shared with `TableSkeleton`. */
export function Head<Row>({ caption, columns }: { caption: string; columns: Column<Row>[] }) {
  return (
    <>
      <caption className="sr-only">{caption}</caption>
      <thead {...TABLE.body} className={tableClasses.head}>
        <tr {...TABLE.row}>
          {columns.map((column) => (
            <th {...TABLE.columnHead} key={column.id} scope="col" className={headClass(placed(column))}>
              <span className={column.hideHeader ? "sr-only" : ""}>{column.header}</span>
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

function placed<Row>(column: Column<Row>): Column<Row> {
  return "money" in column ? { align: "figures", ...column } : column;
}

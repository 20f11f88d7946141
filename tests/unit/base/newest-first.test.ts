import { describe, expect, it } from "vitest";
import { pageOf, searchedPage } from "@/lib/base/lists/newest-first";

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `id${n}`, micros: String(900 - n) }));
const edge = { id: "edge", micros: "5", at: new Date("2026-03-01T12:00:00Z") };

describe("a page", () => {
  it.each([
    ["no row", 0, 0, null],
    ["fewer rows than fit", 2, 2, null],
    ["as many as fit", 3, 3, null],
    ["one more, which is left to the next page", 4, 3, "898_id2"],
  ])("of %s", (_, fetched, shown, next) => {
    const page = pageOf(rows(fetched), 3);
    expect(page).toEqual({ rows: rows(shown).map(({ id }) => ({ id })), next });
  });
});

describe("a page of a bounded search", () => {
  it("that is full goes on at its last row, wherever the search ended", () => {
    expect(searchedPage(rows(4), 3, edge)).toMatchObject({ next: "898_id2", searchedTo: null });
  });

  it("that isn't full goes on where the search ended, and says so", () => {
    for (const found of [0, 2, 3]) {
      const page = searchedPage(rows(found), 3, edge);
      expect([page.rows.length, page.next, page.searchedTo]).toEqual([found, "5_edge", edge.at]);
    }
  });

  it("that read every row is the last", () => {
    expect(searchedPage(rows(3), 3, null)).toMatchObject({ next: null, searchedTo: null });
  });
});

import { expect, it } from "vitest";
import { type PageOf, pageOf } from "@/components/ui/page-of";

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

it("the pages of a list have each row once, fifty at most", () => {
  for (const count of [0, 1, 50, 51, 200]) {
    const shown: number[] = [];
    let page: number | null = 1;
    while (page !== null) {
      const { rows: some, first, last, of, next }: PageOf & { rows: number[] } = pageOf(rows(count), String(page));
      expect(some.length).toBeLessThanOrEqual(50);
      expect([first, last, of]).toEqual([shown.length + 1, shown.length + some.length, count]);
      shown.push(...some);
      page = next;
    }
    expect(shown).toEqual(rows(count));
  }
});

it("a page that isn't there is the nearest one", () => {
  for (const asked of [undefined, "", "0", "-3", "x", "1.9", ["2", "3"]]) {
    expect(pageOf(rows(120), asked)).toMatchObject({ first: 1, previous: null, next: 2 });
  }
  for (const asked of ["3", "99", "Infinity", "1e300"]) {
    expect(pageOf(rows(120), asked)).toMatchObject({ first: 101, last: 120, previous: 2, next: null });
  }
});

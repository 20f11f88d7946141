import { describe, expect, it } from "vitest";
import { missingSpace } from "@/lib/service/backup/required-space";

const MIB = 1024 ** 2;

describe("the space for a backup", () => {
  const missing = (freeMib: number, latestMib: number | null, minFreeMib = 1024) =>
    missingSpace({
      freeBytes: freeMib * MIB,
      latestBytes: latestMib === null ? null : latestMib * MIB,
      minFreeBytes: minFreeMib * MIB,
    });

  it("is that of the latest one, and what has to stay free", () => {
    expect([missing(1324, 300), missing(1323.9, 300)]).toEqual([
      null,
      "1323 MiB are free, and 1324 MiB are needed: 300 MiB for the copy, and 1024 MiB that stay free, since a full disk stops the database.",
    ]);
  });

  it("is 100 MiB and what has to stay free for a first one", () => {
    expect([missing(1124, null), missing(1123, null)]).toEqual([null, expect.stringContaining("1124 MiB are needed")]);
  });

  it("is enough on a small disk when less has to stay free", () => {
    expect([missing(400, 50), missing(400, 50, 350), missing(400, null, 300)]).toEqual([
      expect.stringContaining("1074 MiB are needed"),
      null,
      null,
    ]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { instantLabels } from "@/components/ui/instant-labels";
import { browserZone, dateTimeFormat, formatCount, knownZones, numberFormat } from "@/lib/base/values/intl";
import { localTime } from "@/lib/customer/checkout/reader";
import { decimalSign } from "@/lib/payments/pos/entry";

const ISO = "2026-03-01T10:30:00.000Z";

afterEach(() => {
  vi.unstubAllGlobals();
  // files share their modules, and these have kept formats of a broken Intl
  vi.resetModules();
});

describe("what browsers call a language or a zone", () => {
  it.each(["C", "en-US@posix", "POSIX", "", "x", "de_DE.UTF-8", "  "])("%j is read as English", (language) => {
    expect(numberFormat(language).format(1234.5)).toBe("1,234.5");
    expect(decimalSign(language)).toBe(".");
    expect(dateTimeFormat(language, { timeZone: "UTC", month: "long" })?.format(new Date(ISO))).toBe("March");
  });

  it("what it knows is kept", () => {
    expect(numberFormat("de-DE").format(1234.5)).toBe("1.234,5");
    expect(formatCount(1234567)).toBe("1,234,567");
  });

  it.each(["Etc/Unknown", "Mars/Olympus", ""])("the zone %j is replaced by UTC", (zone) => {
    expect(localTime(ISO, "en", zone, false)).toBe("1 Mar 2026, 10:30");
    expect(instantLabels(ISO, zone || "Etc/Unknown").time).toBe("10:30");
  });

  it("a browser that names a zone which it does not know itself is in UTC", () => {
    const resolvedOptions = () => ({ timeZone: "Etc/Unknown" });
    vi.stubGlobal("Intl", {
      DateTimeFormat: (_tag: string, { timeZone }: Intl.DateTimeFormatOptions = {}) => {
        if (timeZone) throw new RangeError("Invalid time zone specified");
        return { resolvedOptions };
      },
    });
    expect(browserZone()).toBe("UTC");
  });
});

describe.each([
  ["no Intl", undefined],
  [
    "an Intl that throws",
    new Proxy(
      {},
      {
        get() {
          throw new RangeError("Incorrect locale information provided");
        },
      },
    ),
  ],
])("with %s", (_what, intl) => {
  it("figures and times are plain", async () => {
    vi.stubGlobal("Intl", intl);
    // formats are kept once they are made, here by whatever ran before
    vi.resetModules();
    const [{ formatCount }, { decimalSign }, { localAmount, localTime }, { instantLabels }] = await Promise.all([
      import("@/lib/base/values/intl"),
      import("@/lib/payments/pos/entry"),
      import("@/lib/customer/checkout/reader"),
      import("@/components/ui/instant-labels"),
    ]);
    expect(decimalSign("de-DE")).toBe(".");
    expect(localAmount("1,234.50", "de")).toBe("1234.5");
    expect(formatCount(1234)).toBe("1234");
    expect(localTime(ISO, "de")).toBe(ISO);
    expect(instantLabels(ISO, "Asia/Tokyo")).toMatchObject({ date: "1 Mar 2026", time: "10:30" });
    expect(browserZone()).toBe("UTC");
    expect(knownZones()).toEqual([]);
  });
});

it("nothing that runs in a browser formats past these", () => {
  const files = [
    "app",
    "components",
    "lib/customer/browser",
    "lib/customer/checkout",
    "lib/payments/pos",
    "sdks/browser/src",
  ].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  const past = files.filter((file) => /\bIntl\.\w+\(|\.toLocale\w*String\(/.test(readFileSync(file, "utf8")));
  expect(past).toEqual([]);
});

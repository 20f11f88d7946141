import { describe, expect, it } from "vitest";
import { findHiddenFault, findNameFault, oneLine, withoutLinks } from "@/lib/base/values/name-rules";

const points = (...ranges: [number, number][]) =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
const named = (point: number) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;

const CONTROLS = points([0x00, 0x1f], [0x7f, 0x9f], [0x2028, 0x2029]);
const DIRECTIONS = points([0x061c, 0x061c], [0x200e, 0x200f], [0x202a, 0x202e], [0x2066, 0x2069]);
const OTHERS = points(
  ...([
    [0xad, 0xad],
    [0x115f, 0x1160],
    [0x180e, 0x180e],
    [0x200b, 0x200d],
    [0x2060, 0x2064],
    [0x206a, 0x206f],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
    [0xfeff, 0xfeff],
    [0xfff9, 0xfffb],
    [0xe0001, 0xe0001],
    [0xe0020, 0xe007f],
  ] as [number, number][]),
);

/** As their writers write them, with joiners where their scripts need them. */
const NAMES = [
  "Corner Shop",
  "O'Neill & Söhne",
  "Café Nº 5",
  "A/B — 24:7",
  "50% off: “best”",
  "St. Pauli",
  "10.5",
  "a@b",
  "C:",
  "فروشگاه می\u200cخواهم",
  "نان\u200cها",
  "کتاب\u200c",
  "نامه\u200c\u200cای",
  "Aه\u200cها",
  "\u0601١٢٣ متجر",
  "\u0600\u0601١٢٣",
  "क्\u200dष",
  "ක්\u200dෂේත්\u200dර",
  "ന്\u200d",
  "র\u200d্য",
  "ಕ್\u200cಷ",
  "👩\u200d🍳 Bakery",
  "👨🏽\u200d🚀",
  "🏳️\u200d🌈",
  "❤️\u200d🔥",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Pub",
  "東京カフェ",
  "서울 카페",
  "קפה תל אביב",
  "ร้านกาแฟ",
  "",
  "e\u0301clair",
];

describe("a name", () => {
  it.each(NAMES)("can be %j, and is written as it is", (name) => {
    expect([findNameFault(name), oneLine(name)]).toEqual([null, name]);
  });

  it.each(CONTROLS.map(named))("has no control character or line break: %s", (point) => {
    const name = `Corner${String.fromCodePoint(Number.parseInt(point.slice(2), 16))}Shop`;
    expect(findNameFault(name)).toBe(
      "Use one line, without line breaks and control characters, for example Corner Shop.",
    );
    expect(oneLine(name)).toBe("Corner Shop");
  });

  it.each(DIRECTIONS.map(named))("has no mark that changes the direction of text: %s", (point) => {
    const character = String.fromCodePoint(Number.parseInt(point.slice(2), 16));
    for (const name of [`Corner${character} Shop`, `فروش${character}گاه`, `${character}Shop`, `Shop${character}`]) {
      expect(findNameFault(name)).toMatch(/changes the direction of text\. Type it again instead of pasting it\.$/);
      expect(oneLine(name)).toBe(name.replace(character, ""));
    }
  });

  it.each(OTHERS.map(named))("has no other invisible character: %s", (point) => {
    const character = String.fromCodePoint(Number.parseInt(point.slice(2), 16));
    expect(findNameFault(`pay${character}pal`)).toBe(
      "This contains an invisible character. Type it again instead of pasting it.",
    );
    expect(oneLine(`pay${character}pal`)).toBe("paypal");
  });

  it.each([
    "می\u200c\u200c\u200cخواهم",
    "می\u200c\u202eخواهم",
    "\u200cمی",
    "👩\u200dBakery",
    "1\u200d2",
    "東\u200d京",
    "e\u0301\u200cb",
    "م1\u200cن",
    "👩\u200c🍳",
    "👩\u200d\u200d🍳",
    "👩\u200dx❤",
    "❤x\u200d🔥",
    "1\u200d🍳",
    "\u200b\u0601١٢٣",
    "\u0601\u200b١٢٣",
    "P\u{e0067}\u{e0062}\u{e007f}ub",
    "🏴\u200b\u{e0067}\u{e0062}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e007f}\u200b",
  ])("has no joiner, sign or flag where it shows nothing: %j", (name) => {
    expect(findHiddenFault(name)).not.toBeNull();
    expect(oneLine(name)).not.toMatch(/\p{Cf}/u);
  });

  it.each([
    "https://evil.example",
    "Win at HTTP://evil.example",
    "x://",
    "https：//evil.example",
    "https:／／evil.example",
  ])("has no link: %j", (name) => {
    expect(findNameFault(name)).toBe("A name can't contain a link. Leave out ://, for example Corner Shop.");
  });

  it("of several lines is written on one", () => {
    expect(oneLine(" Corner\r\n\r\n  Shop\t\u2028\u202e(evil)\u202c\u00a0 \u0000")).toBe("Corner Shop (evil)");
    expect(oneLine("\u202e\n")).toBe("");
  });
});

describe("a name in an email to someone who may not know its owner", () => {
  it.each([
    ["evil.example", "evil. example"],
    ["Win at www.evil.example/now?a=b.c", "Win at www. evil. example/now?a=b. c"],
    ["https://evil.example", "https: //evil. example"],
    ["10.0.0.1", "10. 0. 0. 1"],
    ["evil。example ｅｖｉｌ．example", "evil。 example ｅｖｉｌ． example"],
    ["(evil.example)", "(evil. example)"],
    ["evil\u202e.\u200bexample", "evil. example"],
    ["x@evil.example/claim", "x@ evil. example/claim"],
    ["www.evil.example@x", "www. evil. example@ x"],
    ["\\\\evil\\share", "\\ \\evil\\share"],
    ["a\nb.example", "a b. example"],
  ])("%j has no part that becomes a link", (name, written) => {
    expect(withoutLinks(name)).toBe(written);
  });

  it.each([
    "Corner Shop",
    "St. Pauli",
    "Nr. 5",
    "Bar 2.0",
    "(4.5)",
    "Nr. 10.50",
    "Wait...",
    "(Shop.)",
    "first.last+x@shop.example",
    "<a@b.example>",
    "A: B",
  ])("%j stays as it is", (name) => {
    expect(withoutLinks(name)).toBe(name);
  });
});

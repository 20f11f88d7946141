import { describe, expect, it } from "vitest";
import { Contact } from "@/components/checkout/contact";
import { EndedPaper } from "@/components/checkout/ended-paper";
import { Receipt } from "@/components/checkout/receipt";
import type { View } from "@/components/checkout/view";
import { SupportContact } from "@/lib/business/terminals/support-contact";
import { contactLinks } from "@/lib/customer/checkout/contact-links";
import { LOCALES, type Locale } from "@/lib/customer/checkout/locales";
import { htmlOf } from "@/lib/customer/checkout/markup/html-of";
import { treesOf } from "@/lib/customer/checkout/markup/tree-of";
import { WORDS } from "@/lib/customer/checkout/words/all";

const ID = "3f9a1c2e-0000-4000-8000-00000000c21e";
const NONE = { email: null, url: null, phone: null };
const CONTACT = { email: "help@shop.example", url: "https://shop.example/help?a=b", phone: "+49 (0) 30 123-456" };

const linksOf = (contact: object, { reference = null as string | null, locale = "en" as Locale } = {}) =>
  contactLinks({ id: ID, reference, contact: { ...NONE, ...contact } }, WORDS[locale]);
const hrefOf = (contact: object, more?: { reference?: string | null; locale?: Locale }) =>
  linksOf(contact, more)[0]?.href;
/** The headers that a mail program reads from a link. */
const headersOf = (href = "") => [...new URL(href).searchParams];

describe("the links to the shop's support", () => {
  it("name the payment, and are read as the shop writes them", () => {
    expect(linksOf(CONTACT)).toEqual([
      { href: `mailto:help@shop.example?subject=Payment%20${ID}`, text: "help@shop.example" },
      { href: "tel:+4930123456", text: "+49 (0) 30 123-456" },
      { href: `https://shop.example/help?a=b&intent_id=${ID}`, text: "shop.example/help?a=b" },
    ]);
    expect(linksOf({ url: "HTTPS://shop.example/" })[0]?.text).toBe("shop.example");
    expect(linksOf({})).toEqual([]);
  });

  it("have the reference in the subject, in the customer's language", () => {
    const subject = (locale: Locale) => headersOf(hrefOf(CONTACT, { reference: "order 7", locale }))[0]?.[1];
    expect(subject("en")).toBe(`Payment ${ID}, Reference order 7`);
    expect(subject("de")).toBe(`Zahlung ${ID}, Referenz order 7`);
    for (const locale of LOCALES) expect(subject(locale), locale).toContain(ID);
  });

  it.each([
    "order\r\nBcc: thief@evil.example",
    "order\nBcc: thief@evil.example",
    "order\u2028Bcc: thief@evil.example",
    "order\u0085\u0000Bcc: thief@evil.example",
    "order&bcc=thief@evil.example&body=pay#there",
    "order?cc=thief@evil.example%0D%0ABcc: x",
  ])("have a subject of one line and no other header, whatever the reference is: %j", (reference) => {
    const href = hrefOf(CONTACT, { reference });
    expect(href).not.toMatch(/%0[ad]|%E2%80%A8|%C2%85|%00/i);
    const headers = headersOf(href);
    expect(headers.map(([name]) => name)).toEqual(["subject"]);
    expect(headers[0]?.[1]).toContain("evil.example");
  });

  it("keep an address with signs of a link in it to itself", () => {
    const href = hrefOf({ email: "a+b%c?cc=thief&d@shop.example" });
    expect(headersOf(href).map(([name]) => name)).toEqual(["subject"]);
    expect(decodeURIComponent(new URL(href ?? "").pathname)).toBe("a+b%c?cc=thief&d@shop.example");
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "nonsense", "mailto:a@b.example"])(
    "are none for %s",
    (url) => expect(linksOf({ url })).toEqual([]),
  );

  it.each([
    ["+351 21 000-0000", "tel:+351210000000"],
    ["(030) 123 456", "tel:030123456"],
    ["+49(0)30 1", "tel:+49301"],
  ])("dial %s as %s", (phone, href) => expect(hrefOf({ phone })).toBe(href));
});

describe("a support contact", () => {
  const parse = (input: object) =>
    SupportContact.safeParse({ supportEmail: "", supportUrl: "", supportPhone: "", ...input });

  it("is taken without the blanks around it; an empty field is none", () => {
    expect(parse({ supportEmail: " Help@shop.example ", supportPhone: "  " }).data).toEqual({
      supportEmail: "Help@shop.example",
      supportUrl: null,
      supportPhone: null,
    });
    expect(parse({ supportUrl: "http://shop.example/help?x=1#y", supportPhone: "+1 (202) 555-0100" }).success).toBe(
      true,
    );
  });

  it.each([
    { supportEmail: "help" },
    { supportEmail: "a@b.example\r\nBcc: c@d.example" },
    { supportEmail: "a@b.example, c@d.example" },
    { supportEmail: `${"a".repeat(250)}@b.example` },
    { supportUrl: "shop.example" },
    { supportUrl: "javascript:alert(1)" },
    { supportUrl: "java\nscript:alert(1)" },
    { supportUrl: "https://user:word@shop.example" },
    { supportUrl: "https://shop.example/\nx" },
    { supportUrl: `https://shop.example/${"x".repeat(480)}` },
    { supportPhone: "12" },
    { supportPhone: "+-()" },
    { supportPhone: "call me" },
    { supportPhone: "+49 30 1;ext=2" },
    { supportPhone: "1".repeat(31) },
  ])("is refused at its field: %j", (input) => {
    const { error } = parse(input);
    expect(error?.issues.map(({ path }) => path[0])).toEqual(expect.arrayContaining(Object.keys(input)));
    expect(error?.issues[0]?.message).toMatch(/for example|such as|too long/);
  });
});

type Paying = { status: string; received?: string; excess?: string; uncounted?: string; isForRemaining?: boolean };

function viewOf(
  { status, received, excess, uncounted, isForRemaining = false }: Paying,
  more: Partial<View> = {},
): View {
  const amounts = {
    amount: "12.50",
    received: received ?? null,
    excess: excess ?? null,
    uncounted: uncounted ?? null,
    refunds: [],
    refunded: null,
  };
  return {
    checkout: {
      id: ID,
      status,
      environment: "live",
      missing: null,
      reference: null,
      transfers: [],
      ...amounts,
      merchantName: "Corner <Shop>",
      terminalName: "Front desk",
      endedAt: null,
      isForRemaining,
    },
    words: WORDS.en,
    locale: "en",
    back: { href: "https://shop.example/cart?intent_id=1", host: "shop.example" },
    contact: linksOf(CONTACT),
    ...more,
  } as View;
}
const html = (node: React.ReactNode) => htmlOf(treesOf(node));

describe("the shop's contact on the payment page", () => {
  it("is a heading with links of the size of a finger; nothing is drawn without one", () => {
    const drawn = html(<Contact view={viewOf({ status: "expired" })} />);
    expect(drawn).toContain("Contact Corner &lt;Shop&gt;</h3>");
    expect(drawn.match(/<a href="[^"]+" rel="noreferrer" class="[^"]*min-h-11/g)).toHaveLength(3);
    expect(html(<Contact view={viewOf({ status: "expired" }, { contact: [] })} />)).toBe("");
  });

  it.each(["closing", "expired", "cancelled"] as const)("is there when it is %s", (ending) => {
    const status = ending === "closing" ? "pending" : ending;
    expect(html(<EndedPaper view={viewOf({ status })} ending={ending} timeOf={() => null} />)).toContain("mailto:");
  });

  it.each([
    [{ status: "paid" }, false],
    [{ status: "pending" }, false],
    [{ status: "pending", received: "5.00" }, false],
    [{ status: "paid", received: "13.00", excess: "0.50" }, true],
    [{ status: "paid", uncounted: "12.50" }, true],
    [{ status: "expired" }, true],
    [{ status: "expired", uncounted: "12.50" }, true],
    [{ status: "cancelled" }, true],
  ])("on the receipt of %j: %s", (paying, there) => {
    expect(html(<Receipt view={viewOf(paying)} timeOf={() => null} />).includes("mailto:")).toBe(there);
  });
});

describe("an expired payment whose shop gave a cancel URL", () => {
  const expired = (more: Partial<Paying> = {}, view: Partial<View> = {}) =>
    html(<EndedPaper view={viewOf({ status: "expired", ...more }, view)} ending="expired" timeOf={() => null} />);

  it("leads to the shop to start again", () => {
    expect(expired()).toContain("<span>Start again</span><bdi");
    expect(expired()).toContain("If you haven&#x27;t paid, start again.");
    expect(expired()).not.toContain("Back to");
  });

  it("doesn't once money arrived, in an earlier part too, so that no one pays twice", () => {
    for (const more of [{ received: "5.00" }, { uncounted: "12.50" }, { isForRemaining: true }]) {
      expect(expired(more)).not.toContain("Start again");
      expect(expired(more)).toContain("Back to Corner");
      expect(expired(more)).toContain("ask the store");
    }
  });

  it("asks to contact the store without one, and a cancelled payment leads back", () => {
    expect(expired({}, { back: null })).toContain("ask the store to start a new payment");
    expect(expired({}, { back: null })).not.toContain("Start again");
    const cancelled = html(
      <EndedPaper view={viewOf({ status: "cancelled" })} ending="cancelled" timeOf={() => null} />,
    );
    expect(cancelled).toContain("Back to Corner");
    expect(cancelled).not.toContain("Start again");
  });
});

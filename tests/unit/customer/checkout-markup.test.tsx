import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { htmlOf } from "@/lib/customer/checkout/markup/html-of";
import { treesOf } from "@/lib/customer/checkout/markup/tree-of";

/** React keeps the case of a few names, which HTML doesn't mind, and preloads pictures. */
const reactHtml = (node: React.ReactNode) =>
  renderToStaticMarkup(node)
    .replace(/hrefLang=|popoverTarget=|dateTime=/g, (name) => name.toLowerCase())
    .replace(/^<link rel="preload"[^>]*>/, "");

function Named({ name, children }: { name: string; children?: React.ReactNode }) {
  return (
    <p title={name} aria-hidden={false} data-on hidden={name === ""}>
      {name} & {1}
      {null}
      {false}
      {children}
    </p>
  );
}

describe("the markup of components as data", () => {
  it.each([
    ["text to escape", <Named key="a" name={`<b> & "quotes" and 'more'`} />],
    ["attributes that are there or not", <Named key="a" name="" />],
    [
      "lists, fragments and nesting",
      <div key="a" lang="ar" dir="rtl" className="x" tabIndex={-1}>
        {["a", "b"].map((one) => (
          <Named key={one} name={one}>
            <wbr />
            <bdi>{one}</bdi>
          </Named>
        ))}
      </div>,
    ],
    [
      "drawings",
      <svg
        key="a"
        aria-hidden="true"
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        fill="none"
        shapeRendering="crispEdges"
      >
        <path d="M0 0h1" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" fillRule="evenodd" />
        <text textAnchor="middle" fontSize="26" fontWeight="600">
          A
        </text>
      </svg>,
    ],
    [
      "links, pictures and buttons",
      <a key="a" href="https://shop.example/?a=1&b=2" hrefLang="de">
        {/* biome-ignore lint/performance/noImgElement: as on the payment page */}
        <img src="/logo/1" alt="" width={56} height={56} />
        <button type="button" popoverTarget="languages">
          Go
        </button>
        <time dateTime="2026-01-01">now</time>
      </a>,
    ],
  ])("is written as React writes it: %s", (_, node) => {
    expect(htmlOf(treesOf(node))).toBe(reactHtml(node));
  });

  it.each([
    ["a script", <script key="a" src="/x.js" />],
    ["a frame", <iframe key="a" title="x" src="/x" />],
    ["a style", <p key="a" style={{ color: "red" }} />],
    ["a handler", <button key="a" type="button" onClick={() => {}} />],
    [
      "an address that runs",
      <a key="a" href={"java\nscript:alert(1)".replace("\n", "")}>
        x
      </a>,
    ],
    ["an attribute without a name in HTML", <p key="a" contentEditable />],
  ])("refuses %s", (_, node) => {
    expect(() => treesOf(node)).toThrow(/allowed|HTML name/);
  });
});

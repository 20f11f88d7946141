import { describe, expect, it } from "vitest";
import { curlOf } from "@/components/docs/curl";
import { endpointsOf, slug, webhooksOf } from "@/components/docs/endpoints";
import { fieldsOf } from "@/components/docs/fields";
import { blocksOf, inlinesOf } from "@/components/docs/markdown";
import { openApiDocument } from "@/lib/service/api/openapi";
import { FIXTURE } from "@/tests/unit/service/openapi.fixture";

const schemas = FIXTURE.components?.schemas ?? {};
const [create, status] = endpointsOf(FIXTURE.paths);

describe("the reference's endpoints", () => {
  it("are every operation in the document's order, each with its own anchor", () => {
    expect(endpointsOf(FIXTURE.paths).map(({ anchor, method }) => [anchor, method])).toEqual([
      ["create-payment-intent", "post"],
      ["get-intent-status", "get"],
    ]);
    expect(webhooksOf(FIXTURE).map(({ anchor, title }) => [anchor, title])).toEqual([
      ["payment-success", "payment.success"],
    ]);
  });

  it("have anchors of small letters and hyphens whatever they are named for", () => {
    expect(slug("getHTTPStatus of /x")).toBe("get-httpstatus-of-x");
  });

  it("show a call that a shell takes as it stands, quotes in the body included", () => {
    if (!create || !status) throw new Error("the fixture has two operations");
    expect(curlOf(create, "https://pay.example/api/v1")).toBe(
      [
        "curl https://pay.example/api/v1/create-payment-intent",
        '-H "Authorization: Bearer $SERVICE_KEY"',
        '-H "Content-Type: application/json"',
        `-d '{\n  "amount_usdt": 12.5,\n  "reference": "Tom'\\''s order"\n}'`,
      ].join(" \\\n  "),
    );
    expect(curlOf(status, "https://pay.example/api/v1")).toBe(
      "curl 'https://pay.example/api/v1/intent-status?id=<id>'",
    );
  });

  it("show an example in place of a name in the path", () => {
    if (!status) throw new Error("the fixture has two operations");
    const named = (schema: object) => ({
      ...status,
      path: "/intents/{id}/refunds",
      operation: { ...status.operation, parameters: [{ name: "id", in: "path" as const, required: true, schema }] },
    });
    expect(curlOf(named({ examples: ["7d9f"] }), "https://pay.example")).toBe(
      "curl https://pay.example/intents/7d9f/refunds",
    );
    expect(curlOf(named({}), "https://pay.example")).toBe("curl 'https://pay.example/intents/<id>/refunds'");
  });
});

describe("the reference's fields", () => {
  it("follow references, merge allOf and list nested fields after their parent", () => {
    expect(fieldsOf({ $ref: "#/components/schemas/Created" }, schemas).map(({ name, depth }) => [name, depth])).toEqual(
      [
        ["success", 0],
        ["intent", 0],
        ["id", 1],
        ["status", 1],
        ["tags", 1],
        ["name", 2],
      ],
    );
  });

  it("name types and limits in words, small numbers without an exponent", () => {
    const [amount, reference, metadata] = fieldsOf({ $ref: "#/components/schemas/Create" }, schemas);
    expect(amount).toMatchObject({
      type: "number",
      required: true,
      description: "Amount in USDT.",
      limits: ["at least 0.000001", "at most 999,999,999.999999"],
    });
    expect(reference).toMatchObject({ type: "string or null", required: false, limits: ["at most 200 characters"] });
    expect(metadata?.type).toBe("map of string");
  });

  it("fold a null alternative into the type", () => {
    const schema = { properties: { a: { anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] } } };
    expect(fieldsOf(schema, {})[0]?.type).toBe("string (uuid) or null");
  });
});

describe("the small Markdown", () => {
  it("knows headings, paragraphs, lists, tables and code", () => {
    expect(blocksOf(FIXTURE.info.description ?? "").map((block) => block.kind)).toEqual([
      "paragraph",
      "heading",
      "paragraph",
      "table",
      "heading",
      "list",
      "code",
    ]);
  });

  it("joins wrapped lines and keeps escaped bars inside a cell", () => {
    expect(blocksOf("- one\n  more\n- two")).toEqual([{ kind: "list", ordered: false, items: ["one more", "two"] }]);
    expect(blocksOf("| a |\n|---|\n| x \\| y |")).toEqual([{ kind: "table", head: ["a"], rows: [["x | y"]] }]);
  });

  it("makes links of web, site and page addresses only and leaves HTML as text", () => {
    expect(inlinesOf("**a** `b` [c](#d) [e](javascript:f) <b>")).toEqual([
      { kind: "strong", text: "a" },
      { kind: "text", text: " " },
      { kind: "code", text: "b" },
      { kind: "text", text: " " },
      { kind: "link", text: "c", href: "#d" },
      { kind: "text", text: " [e](javascript:f) <b>" },
    ]);
  });

  it("leaves an address outside a link, an image and data links as text", () => {
    const text = "https://a.example a@b.example ![i](/i.png) [d](data:text/html,x) _e_ <script>x</script>";
    expect(inlinesOf(text)).toEqual([{ kind: "text", text }]);
    expect(blocksOf("<script>x</script>")).toEqual([{ kind: "paragraph", text: "<script>x</script>" }]);
  });

  it("ends, whatever the text is", () => {
    for (const text of ["", "```", "|", "#", "- ", "1.", "  x", "####### x", "```js\nnever closed"]) {
      expect(blocksOf(text)).toBeInstanceOf(Array);
    }
  });
});

describe("the reference of this installation", () => {
  const endpoints = endpointsOf(openApiDocument().paths);
  const [named] = endpoints.filter(({ method, path }) => method === "delete" && path.includes("{id}"));

  it("shows calls of every method with an example in the path, whose braces curl would expand itself", () => {
    if (!named) throw new Error("no operation deletes anything");
    expect(curlOf(named, "https://pay.example/api/v1")).toBe(
      [
        "curl -X DELETE https://pay.example/api/v1/webhook-endpoints/e2d4b6a8-1c3f-4e5a-8b7d-9f0c2e4a6b8d",
        '-H "Authorization: Bearer $SERVICE_KEY"',
      ].join(" \\\n  "),
    );
    for (const one of endpoints) expect(curlOf(one, "https://pay.example/api/v1").split("-d ")[0]).not.toMatch(/[{}]/);
  });

  it("gives each operation an anchor of its own, also those of one path", () => {
    const anchors = endpoints.map(({ anchor }) => anchor);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(anchors).toEqual(expect.arrayContaining(["get-webhook-endpoint", "update-webhook-endpoint"]));
  });
});

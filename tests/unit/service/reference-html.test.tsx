import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ApiReference } from "@/components/docs/api-reference";
import type { OpenApi } from "@/components/docs/openapi";
import { referenceHtml } from "@/components/docs/reference-html";
import { openApiDocument } from "@/lib/service/api/openapi";

it("the API reference without React's renderer is what React writes", () => {
  const document: OpenApi = openApiDocument();
  const html = referenceHtml(document, "https://pay.example/api/v1");
  expect(html).toBe(renderToStaticMarkup(<ApiReference document={document} baseUrl="https://pay.example/api/v1" />));
  expect(html).toContain("create-payment-intent");
});

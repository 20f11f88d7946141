// The floor of a rendered page: node:http and React's renderToString over a tree whose HTML has a given size.
// Argument: bytes.
import { createServer } from "node:http";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";

const bytes = Number(process.argv[2]);

function Line({ label, value }) {
  return h(
    "div",
    { className: "flex items-baseline justify-between gap-4 border-b py-3" },
    h("dt", { className: "text-sm text-muted" }, label),
    h("dd", { className: "font-mono text-base tabular-nums" }, h("span", { "data-value": value }, value), " USDT"),
  );
}

function Page({ lines, title }) {
  return h(
    "html",
    { lang: "en" },
    h("head", null, h("meta", { charSet: "utf-8" }), h("title", null, title)),
    h(
      "body",
      null,
      h(
        "main",
        null,
        h("h1", null, title),
        h(
          "dl",
          null,
          Array.from({ length: lines }, (_, n) => line(n, title)),
        ),
      ),
    ),
  );
}

const line = (n, title) => h(Line, { key: n, label: `Line ${n} of ${title}`, value: (n * 1.25).toFixed(2) });
const render = (lines, title) => `<!doctype html>${renderToString(h(Page, { lines, title }))}`;

const perLine = (render(1_000, "Pay").length - render(0, "Pay").length) / 1_000;
const lines = Math.max(1, Math.round((bytes - render(0, "Pay").length) / perLine));
let served = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
  const page = render(lines, `Pay ${++served}`);
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(page) });
  response.end(page);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());

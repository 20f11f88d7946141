import { Lexer, lexer, type Token, type Tokens } from "marked";

/** Markdown as plain data: headings, paragraphs, lists, tables and code. Anything else, HTML included, stays text. */
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; language: string; text: string };

export type Inline = { kind: "text" | "code" | "strong"; text: string } | { kind: "link"; text: string; href: string };

export function blocksOf(markdown: string): Block[] {
  return lexer(markdown).flatMap((token) => (token.type === "space" ? [] : [toBlock(token)]));
}

function toBlock(token: Token): Block {
  switch (token.type) {
    case "heading":
      return { kind: "heading", level: token.depth, text: token.text };
    case "list":
      return {
        kind: "list",
        ordered: token.ordered,
        items: token.items.map((item: Tokens.ListItem) => inOneLine(item.text)),
      };
    case "table":
      return { kind: "table", head: textsOf(token.header), rows: token.rows.map(textsOf) };
    case "code":
      return { kind: "code", language: token.lang ?? "", text: token.text };
    default:
      return { kind: "paragraph", text: inOneLine(token.raw) };
  }
}

function textsOf(cells: Tokens.TableCell[]): string[] {
  return cells.map((cell) => cell.text);
}

function inOneLine(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
}

/** `code`, **strong** and [links](https://…) of a line; links lead to the web, this site or this page only. */
export function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = [];
  for (const token of Lexer.lexInline(text)) {
    const inline = toInline(token);
    const last = inlines.at(-1);
    if (inline.kind === "text" && last?.kind === "text") last.text += inline.text;
    else inlines.push(inline);
  }
  return inlines;
}

function toInline(token: Token): Inline {
  if (token.type === "codespan") return { kind: "code", text: token.text };
  if (token.type === "strong") return { kind: "strong", text: token.text };
  // an address that merely stands in the text stays text
  const isLink = token.type === "link" && token.raw.startsWith("[") && /^(?:https?:\/\/|[/#])/.test(token.href);
  return isLink ? { kind: "link", text: token.text, href: token.href } : { kind: "text", text: token.raw };
}

/** A subset of Markdown as plain data: headings, paragraphs, lists, tables and code. HTML stays text. */

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; language: string; text: string };

export type Inline = { kind: "text" | "code" | "strong"; text: string } | { kind: "link"; text: string; href: string };

export function blocksOf(markdown: string): Block[] {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  while (lines.length > 0) {
    if (lines[0]?.trim() === "") lines.shift();
    else blocks.push(nextBlock(lines));
  }
  return blocks;
}

/** Removes the lines of one block from the front. */
function nextBlock(lines: string[]): Block {
  const first = lines.shift() ?? "";
  const heading = /^(#{1,4})\s+(\S.*)$/.exec(first);
  if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" };
  if (first.startsWith("```")) {
    const text = takeWhile(lines, (line) => !line.startsWith("```")).join("\n");
    lines.shift();
    return { kind: "code", language: first.slice(3).trim(), text };
  }
  if (/^\s*\|/.test(first)) return tableOf([first, ...takeWhile(lines, (line) => /^\s*\|/.test(line))]);
  if (ITEM.test(first)) return listOf([first, ...takeWhile(lines, (line) => ITEM.test(line) || /^\s+\S/.test(line))]);
  return { kind: "paragraph", text: [first, ...takeWhile(lines, isProse)].join(" ") };
}

const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+/;

function isProse(line: string) {
  return line.trim() !== "" && !ITEM.test(line) && !/^(#{1,4}\s|```|\s*\|)/.test(line);
}

function listOf(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return { kind: "list", ordered: ITEM.exec(lines[0] ?? "")?.[1] !== undefined, items };
}

function tableOf(lines: string[]): Block {
  const [head = [], ...rows] = lines
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    );
  return { kind: "table", head, rows };
}

function takeWhile(lines: string[], test: (line: string) => boolean) {
  const end = lines.findIndex((line) => !test(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]+)\]\((https?:\/\/[^\s)[]+|[/#][^\s)[]*)\)/g;

/** `code`, **strong** and [links](https://…) of a line; links lead to the web, this site or this page only. */
export function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) inlines.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, code, strong, label, href] = match;
    if (code !== undefined) inlines.push({ kind: "code", text: code });
    else if (strong !== undefined) inlines.push({ kind: "strong", text: strong });
    else inlines.push({ kind: "link", text: label ?? "", href: href ?? "" });
    at = match.index + whole.length;
  }
  if (at < text.length) inlines.push({ kind: "text", text: text.slice(at) });
  return inlines;
}

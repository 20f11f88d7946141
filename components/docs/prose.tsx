import { CodeSample } from "./code-sample";
import { slug } from "./endpoints";
import { type Block, blocksOf, inlinesOf } from "./markdown";

/** Simple Markdown as text of the page; its headings start at `level`. */
export function Prose({ text, level = 2 }: { text: string; level?: 2 | 3 | 4 }) {
  const blocks = blocksOf(text);
  const top = Math.min(...blocks.map((block) => (block.kind === "heading" ? block.level : 6)));
  return (
    <div className="flex min-w-0 flex-col gap-4 text-16">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
        <ProseBlock key={index} block={block} shift={level - top} />
      ))}
    </div>
  );
}

const LANGUAGES: Record<string, string> = {
  http: "HTTP",
  js: "JavaScript",
  json: "JSON",
  sh: "Shell",
  text: "Text",
  ts: "TypeScript",
};

function ProseBlock({ block, shift }: { block: Block; shift: number }) {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level + shift} text={block.text} />;
    case "paragraph":
      return (
        <p className="max-w-measure">
          <Inlines text={block.text} />
        </p>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className={`flex max-w-measure flex-col gap-1 pl-5 ${block.ordered ? "list-decimal" : "list-disc"}`}>
          {block.items.map((item) => (
            <li key={item}>
              <Inlines text={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <ProseTable head={block.head} rows={block.rows} />;
    case "code":
      return <CodeSample caption={LANGUAGES[block.language] ?? "Example"} code={block.text} />;
  }
}

function Heading({ level, text }: { level: number; text: string }) {
  const Tag = level <= 2 ? "h2" : level === 3 ? "h3" : "h4";
  const look = level <= 2 ? "mt-10 text-28 tracking-[-0.02em]" : "mt-4 text-20";
  return (
    <Tag id={slug(text)} className={`font-semibold ${look}`}>
      {text}
    </Tag>
  );
}

function ProseTable({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <figure tabIndex={0} aria-label={`Table: ${head.join(", ")}`} className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-14">
        <thead>
          <tr className="border-b border-ink/40">
            {head.map((cell) => (
              <th key={cell} scope="col" className="py-2 pr-6 font-semibold">
                <Inlines text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()} className="border-b align-top">
              {row.map((cell, column) => (
                <td key={head[column]} className="py-2 pr-6 last:min-w-56 last:pr-0">
                  <Inlines text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

export function Inlines({ text }: { text: string }) {
  return inlinesOf(text).map((inline, index) => {
    const key = `${index}${inline.text}`;
    switch (inline.kind) {
      case "code":
        return (
          <code
            translate="no"
            key={key}
            className="figures rounded-till bg-ink/6 px-1 py-0.5 text-[0.875em] break-words"
          >
            {inline.text}
          </code>
        );
      case "strong":
        return (
          <strong key={key} className="font-semibold">
            {inline.text}
          </strong>
        );
      case "link":
        return (
          <a key={key} href={inline.href} className="text-verdigris underline underline-offset-4">
            {inline.text}
          </a>
        );
      default:
        return inline.text;
    }
  });
}

import { gzipSync } from "node:zlib";

/** Every script of a page by its tags, by gzip; those for browsers without modules are not loaded by the others. */
export async function weighScripts(origin, html) {
  const weight = { files: 0, inline: 0, count: 0 };
  for (const tag of html.split(/<script\b/i).slice(1)) {
    const [attributes] = tag.split(">", 1);
    const [text] = tag.slice(attributes.length + 1).split("</script>", 1);
    if (/\bnomodule\b/i.test(attributes)) continue;
    const source = /\bsrc="([^"]+)"/.exec(attributes)?.[1];
    if (!source) {
      weight.inline += gzipSync(text).length;
      continue;
    }
    const answer = await fetch(new URL(source.replaceAll("&amp;", "&"), origin));
    if (!answer.ok) throw new Error(`the page names a script that is answered ${answer.status}`);
    weight.files += gzipSync(Buffer.from(await answer.arrayBuffer())).length;
    weight.count++;
  }
  return weight;
}

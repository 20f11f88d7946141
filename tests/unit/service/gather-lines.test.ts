import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { gatherLines } from "@/lib/service/backup/gather-lines";

async function gather(chunks: string[]) {
  const { through, count } = gatherLines();
  const pieces: Buffer[] = [];
  for await (const piece of Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(through)) pieces.push(piece);
  return { pieces, text: (await buffer(Readable.from(pieces))).toString(), count: count() };
}

it("gathers rows into large pieces, in order, and counts them", async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `${n}\t${"x".repeat(50)}\\n\n`);
  const { pieces, text, count } = await gather(rows);
  expect(text).toBe(rows.join(""));
  expect(count).toBe(20_000);
  expect(pieces.slice(0, -1).every((piece) => piece.length >= 256 * 1024)).toBe(true);
  expect(pieces.length).toBe(Math.ceil(text.length / (256 * 1024)));
});

it("counts what ends in the middle of a chunk, and gives an empty table nothing", async () => {
  expect(await gather(["1\n2\n3", "\n"])).toMatchObject({ text: "1\n2\n3\n", count: 3 });
  expect(await gather([])).toMatchObject({ pieces: [], count: 0 });
});

/** All bytes of a body; null if it has more than `maxBytes`, of which the rest is left unread. */
export async function readBody(
  stream: ReadableStream<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<Buffer | null> {
  if (!stream) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) return null;
  }
  return Buffer.concat(chunks);
}

/**
 * Pieces of text as the body of an answer, each made when the client has taken the one before: a slow download holds
 * one piece in memory, and one that is given up ends their maker.
 */
export function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(text.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

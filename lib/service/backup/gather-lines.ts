import { Transform } from "node:stream";

const NEWLINE = 0x0a;
const PIECE_BYTES = 256 * 1024;

/**
 * Counts the rows of a COPY, which ends each with a line feed and writes those inside values as `\n`, and gathers them
 * into pieces of 256 KiB: PostgreSQL sends a message for each row, and compressing each alone takes several times as
 * long.
 */
export function gatherLines() {
  let lines = 0;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const gathered = () => {
    const piece = Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
    return piece;
  };
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes < PIECE_BYTES) return done();
      done(null, gathered());
    },
    flush(done) {
      if (bytes > 0) this.push(gathered());
      done();
    },
  });
  return { through, count: () => lines };
}

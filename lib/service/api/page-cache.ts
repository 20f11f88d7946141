import { constants, crc32, deflateRawSync, gunzipSync, gzipSync } from "node:zlib";
import { combineCrc32, shiftPast } from "@/lib/service/api/crc32-combine";
import { digestOf, weakEtag } from "@/lib/service/api/etag";

/**
 * Finished pages, compressed once. A page may have one hole for what changes every second: the parts around it stay
 * compressed, and the hole goes between them as an uncompressed block of the same gzip stream.
 */

/**
 * Stands in a page's HTML for each of the two texts that change: first inside an attribute, then further on. No text of
 * a page contains a NUL: PostgreSQL stores none, and neither headers nor the environment can have one.
 */
export const HOLE = "\u0000";

/** Room for the two texts. The first is padded with spaces, so that the hole has the same length for any. */
const ROOM_BYTES = 24;

type Holed = {
  /** raw deflate, and what is needed for the checksum and the length of the whole */
  before: Buffer;
  beforeCrc: number;
  beforeBytes: number;
  /** what stands between the two texts */
  between: Buffer;
  after: Buffer;
  afterCrc: number;
  afterBytes: number;
  /** shifts a checksum past what follows the hole */
  afterShift: number;
};

type Entry = { signature: string; digest: string; parts: { whole: Buffer } | Holed; bytes: number };

/** The limit. The page that was requested least recently is dropped first. */
const CACHE_BYTES_MAX = 32 * 1_024 * 1_024;
const ENTRY_OVERHEAD = 400;

/** The two texts of a page with a hole, in ASCII. */
type Filling = readonly [string, string];

export type PageBytes = { etag: string; gzip: () => Buffer<ArrayBuffer>; plain: () => Buffer<ArrayBuffer> };

export class PageCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly bytesMax = CACHE_BYTES_MAX) {}

  get size() {
    return { pages: this.entries.size, bytes: this.bytes };
  }

  /** Whether some version of a page is in the cache. `key`: payment, language, kind. */
  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** The page, if it is in the cache with this signature, which changes when the page does, the hole left aside. */
  find(key: string, signature: string, filling: Filling): PageBytes | null {
    const page = this.entries.get(key);
    if (page?.signature !== signature) return null;
    this.entries.delete(key);
    this.entries.set(key, page);
    return bytesOf(page, filling);
  }

  /** Stores a page instead of its earlier version. `html` has no or two `HOLE` marks. */
  set(key: string, signature: string, html: string, filling: Filling): PageBytes {
    const earlier = this.entries.get(key);
    if (earlier) this.forget(key, earlier);
    const page = finish(signature, html);
    this.entries.set(key, page);
    this.bytes += page.bytes;
    for (const [oldest, old] of this.entries) {
      if (this.bytes <= this.bytesMax || oldest === key) break;
      this.forget(oldest, old);
    }
    return bytesOf(page, filling);
  }

  private forget(key: string, page: Entry) {
    this.entries.delete(key);
    this.bytes -= page.bytes;
  }
}

function finish(signature: string, html: string): Entry {
  // of the page itself, which another version or other settings of the service change too
  const digest = digestOf(html);
  const from = html.indexOf(HOLE);
  const parts = from < 0 ? { whole: gzipSync(html) } : split(html, from);
  const buffers = Object.values(parts).filter((part): part is Buffer => part instanceof Buffer);
  const size = buffers.reduce((sum, { length }) => sum + length, 0);
  return { signature, digest, parts, bytes: size + 2 * signature.length + ENTRY_OVERHEAD };
}

function split(html: string, from: number): Holed {
  const to = html.lastIndexOf(HOLE);
  const before = Buffer.from(html.slice(0, from));
  const between = Buffer.from(html.slice(from + HOLE.length, to));
  const after = Buffer.from(html.slice(to + HOLE.length));
  // what follows may refer back to the text before the hole, but to nothing in it: no byte of a page is 0xff
  const dictionary = Buffer.concat([before, Buffer.alloc(between.length + ROOM_BYTES, 0xff)]);
  return {
    before: deflateRawSync(before, { finishFlush: constants.Z_SYNC_FLUSH }),
    beforeCrc: crc32(before),
    beforeBytes: before.length,
    between,
    after: deflateRawSync(after, { dictionary }),
    afterCrc: crc32(after),
    afterBytes: after.length,
    afterShift: shiftPast(after.length),
  };
}

function bytesOf({ digest, parts }: Entry, filling: Filling): PageBytes {
  if ("whole" in parts) {
    const gzip = () => parts.whole as Buffer<ArrayBuffer>;
    return { etag: weakEtag(digest), gzip, plain: () => gunzipSync(parts.whole) as Buffer<ArrayBuffer> };
  }
  const [first, second] = filling;
  const gzip = () => fill(parts, first, second);
  return { etag: weakEtag(`${digest}-${first}`), gzip, plain: () => gunzipSync(gzip()) as Buffer<ArrayBuffer> };
}

function fill(holed: Holed, first: string, second: string) {
  const { before, between, after } = holed;
  const hole = Buffer.concat([Buffer.from(first.padEnd(ROOM_BYTES - second.length)), between, Buffer.from(second)]);
  if (hole.length !== between.length + ROOM_BYTES) throw new Error(`No room for "${first}" and "${second}".`);
  // RFC 1951, 3.2.4: not the last block, not compressed, its length and the complement of that
  const header = Buffer.alloc(5);
  header.writeUInt16LE(hole.length, 1);
  header.writeUInt16LE(~hole.length & 0xffff, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(combineCrc32(crc32(hole, holed.beforeCrc), holed.afterCrc, holed.afterShift), 0);
  trailer.writeUInt32LE(holed.beforeBytes + hole.length + holed.afterBytes, 4);
  return Buffer.concat([GZIP_HEADER, before, header, hole, after, trailer]);
}

/** RFC 1952: deflate, no flags, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);

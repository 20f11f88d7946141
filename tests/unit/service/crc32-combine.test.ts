import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { combineCrc32, shiftPast } from "@/lib/service/api/crc32-combine";
import { fc } from "@/tests/support/property";

it("two checksums together are the checksum of both texts in a row", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.uint8Array({ maxLength: 5_000 }), (first, second) => {
      const combined = combineCrc32(crc32(first), crc32(second), shiftPast(second.length));
      expect(combined).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});

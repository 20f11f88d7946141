/**
 * The CRC-32 of two texts in a row from the CRC-32 of each, as polynomials over GF(2): that of the first is shifted
 * past the second, and both are added. Source: Mark Adler, zlib, `crc32_combine`.
 */

/** RFC 1952, bits reversed: the highest bit is x⁰. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X = 0x40000000;

/** What shifts a checksum past `bytes` bytes: x to the power of their bits. For one length, computed once. */
export function shiftPast(bytes: number): number {
  let shift = ONE;
  let power = X;
  for (let bits = bytes * 8; bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) shift = multiply(power, shift);
    power = multiply(power, power);
  }
  return shift;
}

/** `shift`: `shiftPast` of the second text's length. */
export function combineCrc32(first: number, second: number, shift: number): number {
  return (multiply(shift, first) ^ second) >>> 0;
}

function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}

// Writes `.gz` and `.br` beside each of the build's files that shrinks by it, for the server's fast lane.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { root } from "./root.mjs";

const FOLDERS = ["public/assets", "public/checkout", ".next/static"];
const FILES = ["public/checkout.js", "public/checkout.json", "public/checkout.d.ts"];
const TEXT = /\.(js|css|json|svg|ts)$/;
/** One packet, whatever its length. */
const SMALLEST = 1_000;

const compress = {
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
};

export async function compressFiles() {
  await Promise.all([...FOLDERS.flatMap(filesIn), ...FILES].map((file) => compressFile(path.join(root, file))));
}

function filesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => TEXT.test(name))
    .map((name) => path.join(folder, name));
}

async function compressFile(file) {
  const bytes = readFileSync(file);
  for (const end of Object.keys(compress)) {
    const smaller = bytes.length < SMALLEST ? null : await compress[end](bytes);
    if (smaller && smaller.length < bytes.length) writeFileSync(`${file}.${end}`, smaller);
    else rmSync(`${file}.${end}`, { force: true });
  }
}

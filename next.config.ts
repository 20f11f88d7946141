import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { ANY_SHOP, FIVE_MINUTES, FOREVER, PLAIN_TEXT } from "./lib/service/api/file-headers";
import { PAYMENT_PAGE_HEADERS, SECURITY_HEADERS } from "./lib/service/api/security-headers";
import { patchedPostgres } from "./scripts/lib/patch-postgres.mjs";
import { sourceHash } from "./scripts/lib/source-hash.mjs";

const listed = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** File by file, since a name that is not there must not be remembered for ever as absent. */
function filesIn(name: string) {
  const folder = path.join(import.meta.dirname, "public", name);
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return files
    .filter((file) => file.isFile())
    .map((file) => path.relative(folder, path.join(file.parentPath, file.name)).replaceAll(path.sep, "/"));
}

/** Pages are built with the patched driver; a service that runs has no use for the place where it stands. */
const patchedDriver = (phase: string): Record<string, string> =>
  phase === PHASE_PRODUCTION_SERVER
    ? {}
    : { postgres: `./${path.relative(import.meta.dirname, patchedPostgres()).replaceAll(path.sep, "/")}` };

/** Every build of these sources has the same. It is part of URLs, and "ad" in one may be blocked. */
const buildId = () => sourceHash().slice(0, 20).replaceAll("a", "x");

const config = (phase: string): NextConfig => ({
  generateBuildId: buildId,
  reactStrictMode: true,
  typedRoutes: true,
  poweredByHeader: false,
  // turns `/_next/image` off, which fetches and scales pictures for anyone; no page of ours uses it
  images: { unoptimized: true },
  agentRules: false,
  experimental: {
    agentUpgrade: false,
    authInterrupts: true,
    // 200 MB that only the next build on the same machine would use
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  // Types are checked by `tsc` on its own: TypeScript 7 has no API for the check inside the build.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: import.meta.dirname,
    resolveAlias: patchedDriver(phase),
  },
  serverExternalPackages: ["@node-rs/argon2", "ioredis", "pino", "prom-client", "undici"],
  headers: async () => [
    { source: "/:path*", headers: listed(SECURITY_HEADERS) },
    { source: "/pay/:path*", headers: listed(PAYMENT_PAGE_HEADERS) },
    ...["js", "json", "d.ts"].map((end) => ({
      source: `/checkout.${end}`,
      headers: listed({ ...ANY_SHOP, ...FIVE_MINUTES }),
    })),
    // saved and opened from disk, never used on the server that it came from
    {
      source: "/offline-wallet.html",
      headers: [{ key: "Content-Disposition", value: 'attachment; filename="offline-wallet.html"' }],
    },
    { source: "/checkout.d.ts", headers: listed(PLAIN_TEXT) },
    ...filesIn("checkout").map((file) => ({
      source: `/checkout/${file}`,
      headers: listed({ ...ANY_SHOP, ...FOREVER }),
    })),
    ...filesIn("assets").map((file) => ({ source: `/assets/${file}`, headers: listed(FOREVER) })),
  ],
});

export default config;

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { PAYMENT_PAGE_HEADERS, SECURITY_HEADERS } from "./lib/api/security-headers";
import { patchedPostgres } from "./scripts/lib/patch-postgres.mjs";

/** The checkout script is loaded by shops' pages, which may ask for it with `crossorigin` and an integrity. */
const ANY_SHOP = [
  { key: "Access-Control-Allow-Origin", value: "*" },
  { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
];

const FIVE_MINUTES = { key: "Cache-Control", value: "public, max-age=300" };
const FOR_EVER = { key: "Cache-Control", value: "public, max-age=31536000, immutable" };

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

const config = (phase: string): NextConfig => ({
  reactStrictMode: true,
  typedRoutes: true,
  poweredByHeader: false,
  agentRules: false,
  experimental: { agentUpgrade: false, authInterrupts: true },
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
    ...["js", "json", "d.ts"].map((end) => ({ source: `/checkout.${end}`, headers: [...ANY_SHOP, FIVE_MINUTES] })),
    // saved and opened from disk, never used on the server that it came from
    {
      source: "/offline-wallet.html",
      headers: [{ key: "Content-Disposition", value: 'attachment; filename="offline-wallet.html"' }],
    },
    // by its ending it would be taken for a film
    { source: "/checkout.d.ts", headers: [{ key: "Content-Type", value: "text/plain; charset=utf-8" }] },
    ...filesIn("checkout").map((file) => ({ source: `/checkout/${file}`, headers: [...ANY_SHOP, FOR_EVER] })),
    ...filesIn("assets").map((file) => ({ source: `/assets/${file}`, headers: [FOR_EVER] })),
  ],
});

export default config;

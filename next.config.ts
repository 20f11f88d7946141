import type { NextConfig } from "next";

/** Sensors, payment handlers and the like: none of our pages asks for any of them. */
const UNUSED_FEATURES = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const EVERYWHERE = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", ") },
];

/** A payment's address is as good as its id: it is neither passed on to other sites nor indexed. */
const PAYMENT_PAGES = [
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "X-Robots-Tag", value: "noindex, nofollow" },
];

const config: NextConfig = {
  reactStrictMode: true,
  typedRoutes: true,
  poweredByHeader: false,
  agentRules: false,
  experimental: { agentUpgrade: false, authInterrupts: true },
  // Types are checked by `tsc` on its own: TypeScript 7 has no API for the check inside the build.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["@node-rs/argon2", "ioredis", "pino", "postgres", "prom-client", "undici"],
  headers: async () => [
    { source: "/:path*", headers: EVERYWHERE },
    { source: "/pay/:path*", headers: PAYMENT_PAGES },
  ],
};

export default config;

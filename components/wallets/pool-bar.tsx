"use client";

import type { ReactNode } from "react";
import { formatCount } from "@/lib/base/values/intl";
import { POOL_LABELS, type PoolPart, poolParts } from "@/lib/chain/wallets/capacity";
import type { Pool } from "@/lib/chain/wallets/pool";
import { walletMessages } from "@/lib/service/messages/en/wallet";

const { none } = walletMessages.pool;

type Part = { id: PoolPart; words: string; count: number; fill: string; sign: ReactNode };

/**
 * A merchant's addresses by state, as one bar and its legend. The bar is an SVG, since inline styles are not allowed;
 * it is a client component, as `StatusShape` is.
 */
export function PoolBar({ pool }: { pool: Pool }) {
  const parts = partsOf(pool).filter(({ count }) => count > 0);
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  const bars = parts.map((part, index) => ({
    ...part,
    from: share(parts.slice(0, index), whole),
    width: share([part], whole),
  }));
  return (
    <div className="flex flex-col gap-3">
      <svg
        viewBox="0 0 1000 20"
        preserveAspectRatio="none"
        role="img"
        aria-label={parts.map(({ count, words }) => `${count} ${words}`).join(", ") || none}
        className="h-4 w-full rounded-[3px] bg-ink/6"
      >
        <defs>
          <pattern id="pool-hatch" width="6" height="20" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)">
            <rect width="3" height="20" className="fill-amber" />
          </pattern>
        </defs>
        {bars.map(({ id, from, width, fill }) => (
          <rect key={id} x={from} width={Math.max(0, width - 2)} height="20" className={fill} fill="url(#pool-hatch)" />
        ))}
      </svg>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-14">
        {partsOf(pool)
          .filter(({ id, count }) => count > 0 || id === "free" || id === "leased")
          .map(({ id, words, count, sign }) => (
            <div key={id} className="flex items-center gap-2">
              <span aria-hidden="true" className="flex">
                {sign}
              </span>
              <dt className="text-ink-2">{words}</dt>
              <dd className="figures font-medium">{formatCount(count)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

function share(parts: Part[], whole: number): number {
  return whole === 0 ? 0 : (parts.reduce((sum, { count }) => sum + count, 0) / whole) * 1_000;
}

const SIGN = "size-2.5 rounded-[2px]";

const LOOKS: Record<PoolPart, Pick<Part, "fill" | "sign">> = {
  leased: { fill: "fill-ink", sign: <span className={`${SIGN} bg-ink`} /> },
  resting: { fill: "", sign: <span className={`${SIGN} border-2 border-dotted border-amber`} /> },
  reserve: { fill: "fill-amber/40", sign: <span className={`${SIGN} bg-amber/40`} /> },
  used: { fill: "fill-ink/40", sign: <span className={`${SIGN} bg-ink/40`} /> },
  frozen: { fill: "fill-brick", sign: <span className={`${SIGN} bg-brick`} /> },
  differs: { fill: "fill-brick/60", sign: <span className={`${SIGN} bg-brick/60`} /> },
  free: { fill: "fill-verdigris", sign: <span className={`${SIGN} border-2 border-verdigris`} /> },
};

function partsOf(pool: Pool): Part[] {
  return poolParts(pool).map(({ part, count }) => ({ id: part, words: POOL_LABELS[part], count, ...LOOKS[part] }));
}

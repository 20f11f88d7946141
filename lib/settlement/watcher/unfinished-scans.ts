import { processWide } from "@/lib/base/process/process-wide";

type Kind = "rescan" | "expiry";

/**
 * The last block that was read by each scan that goes on at the next pass, by span or intent. Kept in memory: a process
 * that doesn't know of it begins the scan anew.
 */
export function unfinishedScans(network: string, kind: Kind): Map<string, number> {
  return processWide(`unfinished scans ${network} ${kind}`, () => new Map());
}

/** Blocks that were read may have changed: every scan begins anew. */
export function forgetUnfinishedScans(network: string): void {
  unfinishedScans(network, "rescan").clear();
  unfinishedScans(network, "expiry").clear();
}

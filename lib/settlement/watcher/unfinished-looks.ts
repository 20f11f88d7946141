import { processWide } from "@/lib/base/process/process-wide";

type Kind = "rescan" | "expiry";

/**
 * The last block that each look has read which goes on at the next pass, by span or intent. Kept in memory: a process
 * that doesn't know of it begins the look anew.
 */
export function unfinishedLooks(network: string, kind: Kind): Map<string, number> {
  return processWide(`unfinished looks ${network} ${kind}`, () => new Map());
}

/** Blocks that were read may have changed: every look begins anew. */
export function forgetLooks(network: string): void {
  unfinishedLooks(network, "rescan").clear();
  unfinishedLooks(network, "expiry").clear();
}

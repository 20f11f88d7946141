import * as events from "@/app/pay/[id]/events/route";
import * as fragment from "@/app/pay/[id]/fragment/route";
import * as progress from "@/app/pay/[id]/progress/route";
import * as receiptEmail from "@/app/pay/[id]/receipt/email/route";
import * as receipt from "@/app/pay/[id]/receipt/route";
import * as refundAddress from "@/app/pay/[id]/refund-address/route";
import * as page from "@/app/pay/[id]/route";
import * as window from "@/app/pay/[id]/window/route";
import type { Endpoint } from "@/lib/service/api/answer";

const BELOW = new Map<string | undefined, Endpoint>([
  [undefined, page],
  ["events", events],
  ["fragment", fragment],
  ["progress", progress],
  ["receipt", receipt],
  ["receipt/email", receiptEmail],
  ["refund-address", refundAddress],
  ["window", window],
]);

/** The pages of a payment and what they ask for, for the server's fast lane. */
export function liveRouteOf(path: string): Endpoint | undefined {
  const found = /^\/pay\/[^/]+(?:\/([a-z-]+(?:\/[a-z]+)?))?$/.exec(path);
  return found ? BELOW.get(found[1]) : undefined;
}

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TransferCost } from "@/components/funds/transfer-cost";
import type { CostEstimate } from "@/lib/settlement/funds/estimate-cost";

const [FIRST, SECOND] = ["TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK"];
const COST = { energy: 64_285, sunPerEnergy: 100, sun: 6_773_500, senders: 1, unread: 0, short: [], commands: [] };
const SHORT = { address: FIRST, sun: 1_500_000, hasAccount: true, topUpSun: 7_000_000, activationSun: 0 };
const FRESH = { address: SECOND, sun: 0, hasAccount: false, topUpSun: 8_000_000, activationSun: 1_100_000 };

/** What a reader sees, without the markup. */
function textOf(cost: Partial<NonNullable<CostEstimate["cost"]>> | null, more: Partial<CostEstimate> = {}): string {
  const estimate = { transfers: 1, cost: cost && { ...COST, ...cost }, frozen: [], isFreezeKnown: true, ...more };
  return renderToStaticMarkup(<TransferCost estimate={estimate} />)
    .replace(/<(?:p|li|div|ul)\b[^>]*>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");
}

test.each([
  [
    "a cost, up to the next hundredth",
    {},
    /This transfer costs about 6\.78 TRX\. The sending address has enough TRX\./,
  ],
  ["none", { sun: 0 }, /This transfer costs no TRX: energy and bandwidth of your own cover everything\./],
  ["what an address lacks", { short: [SHORT] }, /has too little TRX\. .*Send it 7 TRX\. It has 1\.50 TRX\./],
  [
    "what one without an account costs more",
    { short: [FRESH] },
    /Send it 8 TRX\. It has no account yet, so the first TRX you send there costs you another 1\.1 TRX\./,
  ],
  [
    "how many of several lack TRX, and how many weren't asked",
    { senders: 70, unread: 20, short: [SHORT, FRESH] },
    /The TRX of 20 addresses wasn't checked\. 2 of the 70 sending addresses have too little TRX\./,
  ],
] as const)("what is to be signed shows %s", (_, cost, text) => {
  expect(textOf(cost as Partial<NonNullable<CostEstimate["cost"]>>)).toMatch(text);
});

test("an estimate that nodes couldn't give says so, with what is known anyway", () => {
  expect(textOf(null, { isFreezeKnown: false })).toMatch(
    /The fee couldn't be estimated\. The sending address pays the fee: up to 14 TRX .* It asks again before it sends\./,
  );
});

test("a frozen address is named before all else", () => {
  expect(textOf({}, { frozen: [FIRST] })).toMatch(
    new RegExp(`^ Don't sign this\\. The issuer of USDT has frozen: .*${FIRST}.* This transfer costs`),
  );
});

import { hexFromTron } from "@/lib/base/tron/address";
import { SCOPES } from "@/lib/base/values/scopes";
import { EXAMPLE_ID } from "@/lib/service/api/openapi/examples";
import { presentBookPage } from "@/lib/settlement/books/present-page";
import { presentReconciliation } from "@/lib/settlement/books/present-reconciliation";
import type { BookLine } from "@/lib/settlement/books/read-lines";
import { reconciliationOf } from "@/lib/settlement/books/reconciliation";

/** The sale of 24.90 € in Lisbon. */
const LINE: BookLine = {
  number: 1_204,
  kind: "sale",
  occurredAt: new Date("2026-03-02T12:05:33.000Z"),
  bookedAt: new Date("2026-03-02T12:06:34.211Z"),
  day: "2026-03-02",
  zone: "Europe/Lisbon",
  cursor: { at: "2026-03-02 12:05:33+00", number: 1_204 },
  reverses: null,
  asset: "USDT",
  micros: 27_130_000n,
  address: hexFromTron("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"),
  counterparty: hexFromTron("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"),
  currency: "EUR",
  valueMinor: 2_490n,
  rate: "1.0895",
  rateSource: "quote",
  reversedValueMinor: null,
  network: "tron-mainnet",
  txHash: "a1f6b3d2c4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f",
  logIndex: 0,
  intentId: EXAMPLE_ID,
  terminalId: null,
  refundId: null,
  sourceId: EXAMPLE_ID,
  reference: "order-1001",
  terminal: "Front desk",
};

export const exampleBookPage = () => presentBookPage({ lines: [LINE], next: null }, { scopes: SCOPES });

export const exampleReconciliation = () => {
  const sales = { linesMicros: 1_234_560_000n, shortMicros: 7_891n, takingsMicros: 1_234_567_891n };
  const address = { address: LINE.address ?? "", linesMicros: 990_000_000n, fundsMicros: 990_000_000n };
  return presentReconciliation(
    reconciliationOf({ sales, addresses: [{ ...address, chainMicros: 990_000_000n }], isPending: false }),
  );
};

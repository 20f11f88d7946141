import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { choosable, payingAddresses, sumMicros } from "@/components/refunds/chosen-refunds";
import { ConfirmList } from "@/components/refunds/confirm-list";
import { refundName } from "@/components/refunds/refund-columns";
import type { ListedRefund } from "@/lib/payments/refunds/list";
import { REFUND_STATUSES } from "@/lib/payments/refunds/state";

const [A, B, W] = [
  "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
  "TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx",
];

const refund = (given: Partial<ListedRefund> = {}): ListedRefund => ({
  id: "r",
  status: "prepared",
  amountMicros: 2_500_000n,
  createdAt: new Date(0),
  intentId: "3f9a1b2c-0000-4000-8000-00000000c21e",
  itemId: null,
  reason: null,
  reference: null,
  from: A,
  to: B,
  isFromCustomer: false,
  isNewAddress: false,
  isToConfirm: false,
  isProposed: false,
  isConfirmed: true,
  balanceMicros: 4_000_000n,
  preparedBy: { name: "Ada", isKey: false },
  ...given,
});

const chosen = (...given: Partial<ListedRefund>[]) => choosable(given.map(refund), refundName);

describe("refunds that are chosen", () => {
  it("are those that haven't left and aren't on their way", () => {
    const statuses = REFUND_STATUSES.filter((status) => chosen({ status }).length > 0);
    expect(statuses).toEqual(["waiting_for_address", "prepared", "failed"]);
    // a transfer from the refund wallet may have paid it
    expect(chosen({ isProposed: true })).toEqual([]);
  });

  it("add up in all and for each address that pays; the sandbox has none", () => {
    const all = chosen({}, { amountMicros: 1n }, { from: B, balanceMicros: null }, { from: null });
    expect(sumMicros(all)).toBe(7_500_001n);
    expect(payingAddresses(all, null)).toEqual([
      { address: B, needsMicros: 2_500_000n, balanceMicros: null },
      { address: A, needsMicros: 2_500_001n, balanceMicros: 4_000_000n },
    ]);
  });

  it("are paid by the refund wallet as far as their addresses are known not to hold enough, the oldest first", () => {
    const wallet = { address: W, balanceMicros: 6_000_000n };
    const all = chosen(
      { amountMicros: 4_000_000n },
      { amountMicros: 2_000_000n },
      { amountMicros: 2_000_000n },
      { from: W, amountMicros: 1_000_000n, balanceMicros: null },
      { from: B, balanceMicros: null },
    );
    const alone = [
      { address: B, needsMicros: 2_500_000n, balanceMicros: null },
      { address: A, needsMicros: 4_000_000n, balanceMicros: 4_000_000n },
    ];
    expect(payingAddresses(all, wallet)).toEqual(
      expect.arrayContaining([...alone, { ...wallet, needsMicros: 5_000_000n }]),
    );
    expect(payingAddresses(all, null)).toEqual(
      expect.arrayContaining([
        alone[0],
        { address: A, needsMicros: 8_000_000n, balanceMicros: 4_000_000n },
        { address: W, needsMicros: 1_000_000n, balanceMicros: null },
      ]),
    );
  });

  it("are named by reference, ID, or as money of no payment", () => {
    expect(chosen({ reference: "order-31" }, {}, { intentId: null }).map(({ name }) => name)).toEqual([
      "order-31",
      "3f9a…c21e",
      "No payment",
    ]);
  });

  it("are shown before they are confirmed with the whole address, the key and what is new", () => {
    const refunds = chosen({ preparedBy: { name: "Shop plugin", isKey: true }, isNewAddress: true, isToConfirm: true });
    const text = renderToStaticMarkup(<ConfirmList refunds={refunds} />).replace(/<[^>]*>/g, "");
    expect(text).toContain(B);
    expect(text).toContain("Key: Shop plugin");
    expect(text).toContain("New address");
    expect(text).not.toContain("Unconfirmed");
  });
});

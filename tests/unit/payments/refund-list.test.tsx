import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { RefundList } from "@/components/attention/refund-list";
import { type Outcome, SendResults } from "@/components/funds/send-results";
import { UnfinishedSweeps } from "@/components/funds/unfinished-sweeps";
import type { RefundRow } from "@/lib/payments/refunds/list-rows";

const FROM = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const NOW = "2026-05-02T10:00:00.000Z";
const expiresAt = new Date("2026-05-02T10:10:00.000Z");
const txHash = `0x${"ab".repeat(32)}`;
const WAITING: RefundRow = {
  id: "r",
  from: FROM,
  to: "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
  amountMicros: 2_500_000n,
  reason: null,
  preparedBy: "Ada",
  preparedByKey: null,
  sentAt: null,
  finalAt: null,
  withdrawnAt: null,
  createdAt: new Date(NOW),
  state: "waiting",
  txHash: null,
  expiresAt: null,
  shortfall: null,
  command: null,
  kept: null,
  failed: null,
};

function shown(refund: Partial<RefundRow>): string {
  const html = renderToStaticMarkup(
    <RefundList
      refunds={[{ ...WAITING, ...refund }]}
      network="tron-nile"
      zone="UTC"
      now={NOW}
      actions={() => null}
      signing={() => <p>[ways to sign]</p>}
      confirm={<p>[confirm]</p>}
      kept={({ isUnsent }) => <p>{isUnsent ? "[send again, discard]" : "[send again]"}</p>}
    />,
  );
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

describe("a refund that was signed", () => {
  it("is offered to be sent again and not to be signed anew while it is kept", () => {
    expect(shown({})).toMatch(/Awaiting transfer.*\[ways to sign\]/);
    const unsent = shown({ kept: { txHash, expiresAt, isUnsent: true } });
    expect(unsent).toMatch(
      /Signed, not sent.*nothing was sent\. Send the same transaction again by.*\[send again, discard\]/,
    );
    expect(unsent).not.toContain("[ways to sign]");
    const unclear = shown({ state: "confirming", txHash, expiresAt, kept: { txHash, expiresAt, isUnsent: false } });
    expect(unclear).toMatch(/May have been sent.*it may still go through.*\[send again\].*/);
    expect(unclear).not.toMatch(/\[ways to sign\]|Sent, awaiting/);
  });

  it("and that a node has is sent, and one that failed says why and can be signed anew", () => {
    expect(shown({ state: "confirming", txHash, expiresAt })).toMatch(
      /Sent, awaiting confirmation.*you can sign a new/,
    );
    const failed = shown({ failed: { cause: "OUT_OF_ENERGY" } });
    expect(failed).toMatch(/The last transaction failed\..*ran out of energy.*14 TRX.*\[ways to sign\]/);
    expect(shown({ failed: { cause: null } })).toMatch(/No USDT moved\. You can sign a new one\./);
    expect(shown({ failed: { cause: "BAD_JUMP_DESTINATION" } })).toMatch(/reason: BAD_JUMP_DESTINATION/);
  });
});

describe("a refund that can't be signed", () => {
  it("says what it waits for: an address, a member's password, or to be prepared again", () => {
    const address = shown({ state: "address", to: null });
    expect(address).toMatch(/Waiting for address.*The payment page asks the customer.*Not known yet/);
    const unconfirmed = shown({ state: "unconfirmed", preparedBy: null, preparedByKey: "Shop plugin" });
    expect(unconfirmed).toMatch(
      /Needs confirmation.*An API key prepared this refund\..*\[confirm\].*by key Shop plugin/,
    );
    expect(address).toContain("you can sign the transfer");
    expect(unconfirmed).toContain("confirm it before you sign.");
    const failed = shown({ state: "failed", failed: { cause: "EXPIRED" } });
    expect(failed).toMatch(/Failed.*It expired before the network confirmed it\./);
    for (const text of [address, unconfirmed, failed]) expect(text).not.toContain("[ways to sign]");
  });

  it("in the sandbox says that its transfer is simulated then, not signed", () => {
    const address = shown({ state: "address", from: null, to: null });
    const unconfirmed = shown({ state: "unconfirmed", from: null, preparedByKey: "Shop plugin" });
    for (const text of [address, unconfirmed]) {
      expect(text).toMatch(/simulate the transfer\./);
      expect(text).not.toMatch(/\bsign\b/);
    }
  });

  it("says why it was made, when it left and by which transaction", () => {
    const text = shown({ state: "left", txHash, sentAt: new Date(NOW), finalAt: new Date(NOW), reason: "Wrong size" });
    expect(text).toMatch(/To .*Reason Wrong size.*Prepared.*by Ada.*Sent.*Confirmed.*Transaction/);
  });
});

it("sweeps that failed and then those that no node has stand above the plan, each with what to do", () => {
  const sweep = { txHash, from: FROM, amountMicros: 1_000_000n };
  const html = renderToStaticMarkup(
    <UnfinishedSweeps
      kept={[{ ...sweep, expiresAt, isUnsent: true }]}
      failed={[{ ...sweep, cause: "REVERT" }]}
      zone="UTC"
      now={NOW}
      actions={() => <p>[send again]</p>}
    />,
  );
  expect(html.replace(/<[^>]*>/g, " ")).toMatch(
    /Failed sweeps.*contract refused.*Unconfirmed sweeps.*Not sent.*\[send again\]/s,
  );
});

it("of a file that is sent, what failed stands first, and each says from where to where", () => {
  const outcome = (n: number, fault: string | null): Outcome => ({
    id: String(n),
    from: FROM,
    to: WAITING.to,
    amount: "1.00",
    fault,
    isUnclear: false,
    isRepeated: n === 2,
  });
  const html = renderToStaticMarkup(
    <SendResults all={3} outcomes={[outcome(1, null), outcome(2, null), outcome(3, "It expired.")]} busy={false} />,
  );
  expect(html.indexOf("It expired.")).toBeLessThan(html.indexOf("Sent</"));
  expect(html).toContain("One was sent before. Nothing is paid twice.");
  expect(html).toContain("Sent before");
  expect(html.match(/TUEZSd…hGWYdH.*?TSeJkU…y6NQZK/g)).toHaveLength(3);
});

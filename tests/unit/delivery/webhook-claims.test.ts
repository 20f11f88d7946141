import { describe, expect, it } from "vitest";
import { createClaims } from "@/lib/delivery/sending/claims";
import { MAX_ENDPOINTS, SCARCE_FROM, SLOTS_HEALTHY } from "@/lib/delivery/sending/slots";

type Delivery = { endpointId: string; merchantId: string; n: number };

const deliveries = (endpointId: string, count: number, merchantId = "shop"): Delivery[] =>
  Array.from({ length: count }, (_, n) => ({ endpointId, merchantId, n }));

const newClaims = () => createClaims<Delivery>();

describe("of what a claim brings", () => {
  it.each([
    // claimed of one endpoint, under way, waiting
    [0, 0, 0],
    [1, 1, 0],
    [SLOTS_HEALTHY, SLOTS_HEALTHY, 0],
    [SLOTS_HEALTHY + 1, SLOTS_HEALTHY, 1],
    [100, SLOTS_HEALTHY, 68],
  ])("%i of one endpoint put %i under way and %i in line", (count, underWay, waiting) => {
    const claims = newClaims();
    expect(claims.add(deliveries("a", count)).map(({ n }) => n)).toEqual(Array.from({ length: underWay }, (_, n) => n));
    expect(claims.takeAllWaiting()).toHaveLength(waiting);
  });

  it("each endpoint has slots of its own", () => {
    const claims = newClaims();
    claims.add(deliveries("a", 40));
    expect(claims.add(deliveries("b", 40))).toHaveLength(SLOTS_HEALTHY);
  });
});

describe("a slot that comes free", () => {
  it("goes to the delivery that has waited longest", () => {
    const claims = newClaims();
    claims.add(deliveries("a", SLOTS_HEALTHY + 2));
    expect([1, 2, 3].map(() => claims.release("a").next?.n)).toEqual([SLOTS_HEALTHY, SLOTS_HEALTHY + 1, undefined]);
  });

  it("asks for a claim once half of the endpoint's share is gone, and not again until that has come", () => {
    const claims = newClaims();
    claims.add([...deliveries("a", SLOTS_HEALTHY), ...deliveries("b", 1)]);
    const asked = () => Array.from({ length: 20 }, () => claims.release("a").claimsNow);
    expect(asked()).toEqual(Array.from({ length: 20 }, (_, n) => n === SLOTS_HEALTHY / 2 - 1));
    claims.add(deliveries("a", 4));
    expect(asked().slice(0, 2)).toEqual([true, false]);
  });

  it("is no longer taken, whether or not another delivery follows", () => {
    const claims = newClaims();
    claims.add(deliveries("a", SLOTS_HEALTHY + 1));
    const taken = () => [claims.count(), claims.shares().endpoints[0]?.taken];
    claims.release("a");
    expect(taken()).toEqual([SLOTS_HEALTHY, SLOTS_HEALTHY]);
    claims.release("a");
    expect(taken()).toEqual([SLOTS_HEALTHY - 1, SLOTS_HEALTHY - 1]);
  });

  it("asks for a claim once half of what a quick endpoint may have ahead is gone, too", () => {
    const claims = newClaims();
    claims.recordPace("a", 50);
    claims.add([...deliveries("a", SLOTS_HEALTHY + 64), ...deliveries("b", 1)]);
    const asked = Array.from({ length: 60 }, () => claims.release("a").claimsNow);
    expect(asked.indexOf(true)).toBe((SLOTS_HEALTHY + 64) / 2 - 1);
  });

  it("asks for a claim with the last of all, also while one is coming", () => {
    const claims = newClaims();
    claims.add(deliveries("a", SLOTS_HEALTHY));
    const asked = Array.from({ length: SLOTS_HEALTHY }, () => claims.release("a").claimsNow);
    expect(asked.flatMap((isAsked, n) => (isAsked ? [n] : []))).toEqual([SLOTS_HEALTHY / 2 - 1, SLOTS_HEALTHY - 1]);
  });

  it("of an endpoint without a delivery is none", () => {
    expect(newClaims().release("a")).toEqual({ next: undefined, claimsNow: false });
  });

  it.each([
    // held beyond the first of each endpoint, a claim for a slow endpoint
    [SCARCE_FROM - 1, true],
    [SCARCE_FROM, false],
  ])("asks for a claim for a slow endpoint if fewer than half are held: %i, %s", (more, isAsked) => {
    const claims = newClaims();
    claims.add([...deliveries("a", 10), ...deliveries("b", more - 7)]);
    expect(claims.release("a").claimsNow).toBe(isAsked);
  });

  it("asks for a claim when nothing is left", () => {
    const claims = newClaims();
    claims.add(deliveries("a", 1));
    expect(claims.release("a")).toEqual({ next: undefined, claimsNow: true });
    expect(claims.shares().endpoints).toEqual([]);
  });

  it.each([
    ["a quick endpoint", 5, true],
    ["an endpoint that is just quick enough", 100, true],
    ["an endpoint that is just too slow", 101, false],
    ["an endpoint that is slow", 5_000, false],
    ["an endpoint of unknown pace", null, false],
  ])("asks for a claim for %s while claims are scarce: %s ms, %s", (_, pace, isAsked) => {
    const claims = newClaims();
    claims.recordPace("a", pace);
    claims.add(deliveries("a", 10));
    for (let n = 0; n * (SLOTS_HEALTHY - 1) < SCARCE_FROM; n++) claims.add(deliveries(`other ${n}`, SLOTS_HEALTHY));
    expect(claims.release("a").claimsNow).toBe(isAsked);
  });
});

describe("what waits for an endpoint", () => {
  it.each([
    // average response in milliseconds, waiting, taken back
    [null, 20, 20],
    [5_000, 20, 20],
    [640, 20, 10],
    [320, 20, 0],
    [5, 200, 8],
  ])("that responds in %s ms, with %i in line: %i can't be accepted in time", (pace, waiting, late) => {
    const claims = newClaims();
    claims.recordPace("a", pace);
    claims.add(deliveries("a", SLOTS_HEALTHY + waiting));
    expect(claims.takeLate("a")).toHaveLength(late);
    expect(claims.takeWaiting("a")).toHaveLength(waiting - late);
  });

  it("is nothing without a delivery", () => {
    const claims = newClaims();
    expect([claims.takeWaiting("a"), claims.count()]).toEqual([[], 0]);
  });

  it("is no longer taken once it is taken back", () => {
    const claims = newClaims();
    claims.add(deliveries("a", 50));
    claims.takeWaiting("a");
    expect(claims.count()).toBe(SLOTS_HEALTHY);
    expect(claims.shares().endpoints).toEqual([{ endpointId: "a", taken: SLOTS_HEALTHY, ahead: 0 }]);
  });
});

describe("the shares of the next claim", () => {
  it("count what is taken of each endpoint and merchant, and list endpoints without a delivery for their pace", () => {
    const claims = newClaims();
    claims.recordPace("idle", 50);
    claims.add([...deliveries("a", 40), ...deliveries("b", 2), ...deliveries("c", 3, "cafe")]);
    expect(claims.shares()).toEqual({
      endpoints: [
        { endpointId: "a", taken: 40, ahead: 0 },
        { endpointId: "b", taken: 2, ahead: 0 },
        { endpointId: "c", taken: 3, ahead: 0 },
        { endpointId: "idle", taken: 0, ahead: 64 },
      ],
      merchants: [
        { merchantId: "shop", taken: 42, slots: SLOTS_HEALTHY },
        { merchantId: "cafe", taken: 3, slots: SLOTS_HEALTHY },
      ],
      slotsOfOthers: SLOTS_HEALTHY,
    });
  });

  it("are smaller for a merchant that holds much, once claims are scarce", () => {
    const claims = newClaims();
    claims.add([...deliveries("a", 300), ...deliveries("b", 300), ...deliveries("c", 200, "cafe")]);
    const { merchants, slotsOfOthers } = claims.shares();
    expect(merchants).toEqual([
      { merchantId: "shop", taken: 600, slots: 1 },
      { merchantId: "cafe", taken: 200, slots: 16 },
    ]);
    expect(slotsOfOthers).toBe(29);
  });

  it("allow nothing once as many endpoints as can be hold something", () => {
    const claims = newClaims();
    for (let n = 0; n < MAX_ENDPOINTS; n++) claims.add(deliveries(`${n}`, 1));
    expect([claims.limit(), claims.shares().slotsOfOthers]).toEqual([0, 0]);
    claims.release("0");
    expect([claims.limit(), claims.shares().slotsOfOthers]).toEqual([1, SLOTS_HEALTHY]);
  });
});

describe("an endpoint's pace", () => {
  it("follows the responses slowly, and ends with a delivery that isn't accepted", () => {
    const claims = newClaims();
    const ahead = () => claims.shares().endpoints[0]?.ahead;
    claims.recordPace("a", 50);
    claims.recordPace("a", 550);
    expect(ahead()).toBe(32);
    claims.recordPace("a", null);
    expect(ahead()).toBeUndefined();
  });

  it("is known of a thousand endpoints; then all is learnt anew", () => {
    const claims = newClaims();
    for (let n = 0; n < 1_000; n++) claims.recordPace(`${n}`, 50);
    expect(claims.shares().endpoints).toHaveLength(1_000);
    claims.recordPace("another", 50);
    expect(claims.shares().endpoints.map((one) => one.endpointId)).toEqual(["another"]);
  });
});

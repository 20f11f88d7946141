import { describe, expect, test } from "vitest";
import {
  deliveryHeaders,
  newWebhookSecret,
  packSignatures,
  sentHeaders,
  serviceSignature,
  standardSignature,
} from "@/lib/delivery/events/sign";
import { headers as signed, vectors } from "@/tests/vectors/signatures.json";

describe.each(vectors)("vector: $name", (vector) => {
  const { body, secret, timestampSeconds, eventId: id } = vector;

  test("both signatures are the ones openssl computes", () => {
    expect(serviceSignature(body, secret)).toBe(vector.serviceSignature);
    expect(standardSignature({ id, timestampSeconds, body, secret })).toBe(vector.standardSignature);
  });

  test("a Buffer of the same bytes signs the same", () => {
    const bytes = Buffer.from(body);
    expect(serviceSignature(bytes, secret)).toBe(vector.serviceSignature);
    expect(standardSignature({ id, timestampSeconds, body: bytes, secret })).toBe(vector.standardSignature);
  });
});

describe("newWebhookSecret", () => {
  test("is whsec_ and 32 bytes in base64, never the same twice", () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    expect(newWebhookSecret()).not.toBe(secret);
  });
});

describe("deliveryHeaders", () => {
  const delivery = {
    eventId: "0d4f6c1e-8b7a-4f4e-9a35-3c5f1c2b7e90",
    eventType: "payment.success",
    environment: "sandbox" as const,
    body: '{"event":"payment.success"}',
    secrets: { primary: `whsec_${Buffer.alloc(32, 7).toString("base64")}`, next: null },
    now: new Date("2026-01-01T00:00:00.999Z"),
  };
  const { body, eventId: id } = delivery;
  const timestampSeconds = 1767225600;

  test("carries the specification's five headers and the Standard Webhooks three", () => {
    const secret = delivery.secrets.primary;
    expect(deliveryHeaders(delivery)).toEqual({
      "Content-Type": "application/json",
      "User-Agent": "Till-Webhooks/1",
      "X-Service-Signature": serviceSignature(body, secret),
      "X-Service-Event": "payment.success",
      "X-Service-Event-Id": id,
      "X-Service-Environment": "sandbox",
      "X-Service-Livemode": "false",
      "webhook-id": id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": standardSignature({ id, timestampSeconds, body, secret }),
    });
  });

  test("have the names, the order and the values that the libraries' sign gives", () => {
    expect(Object.keys(deliveryHeaders(delivery))).toEqual(signed.names);
    const bodies = signed.ofBody.filter((one) => Object.keys(one.headers).length === 3);
    expect(bodies).toHaveLength(2);
    for (const { body, headers } of bodies) {
      const { event: eventType, environment } = JSON.parse(body);
      const sent = deliveryHeaders({ ...delivery, body, eventType, environment });
      expect(sent).toMatchObject({ ...signed.fixed, ...headers });
    }
  });

  test("livemode is the string true in live", () => {
    const headers = deliveryHeaders({ ...delivery, environment: "live" });
    expect(headers["X-Service-Environment"]).toBe("live");
    expect(headers["X-Service-Livemode"]).toBe("true");
  });

  test("during a rotation both secrets sign webhook-signature, the primary alone X-Service-Signature", () => {
    const { primary } = delivery.secrets;
    const next = newWebhookSecret();
    const headers = deliveryHeaders({ ...delivery, secrets: { primary, next } });
    expect(headers["X-Service-Signature"]).toBe(serviceSignature(body, primary));
    expect(headers["webhook-signature"]).toBe(
      [primary, next].map((secret) => standardSignature({ id, timestampSeconds, body, secret })).join(" "),
    );
  });

  test("follow again from the event, the time of the attempt and the signatures alone", () => {
    const next = newWebhookSecret();
    for (const one of [
      delivery,
      { ...delivery, environment: "live" as const, secrets: { ...delivery.secrets, next } },
    ]) {
      const sent = deliveryHeaders(one);
      const signatures = packSignatures(sent);
      expect(signatures).toHaveLength(one.secrets.next === null ? 64 : 96);
      const kept = { signatures, requestHeaders: {} };
      expect(Object.entries(sentHeaders(one, one.now, kept))).toEqual(Object.entries(sent));
    }
  });

  test("of an earlier version's attempt are what it kept, all headers or the two signatures", () => {
    const sent = deliveryHeaders(delivery);
    const all = { ...sent, "User-Agent": "Till-Webhooks/0" };
    expect(sentHeaders(delivery, delivery.now, { signatures: null, requestHeaders: all })).toEqual(all);
    const { "X-Service-Signature": service, "webhook-signature": standard } = sent;
    const requestHeaders = { "X-Service-Signature": service, "webhook-signature": standard };
    expect(sentHeaders(delivery, delivery.now, { signatures: null, requestHeaders })).toEqual(sent);
    const one = { "X-Service-Signature": service };
    expect(sentHeaders(delivery, delivery.now, { signatures: null, requestHeaders: one })).toEqual(one);
  });

  test("are none without a signature: nothing was sent", () => {
    expect(sentHeaders(delivery, delivery.now, { signatures: null, requestHeaders: {} })).toEqual({});
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConfigurationError, WebhookVerificationError, WebhookVerifier } from "till-payments";
import { camel, client, control, serve, service, vectors, waitFor } from "./support.mjs";

const { cases, secrets, spellings } = vectors("verify");
const { events, refused } = vectors("events");
const { vectors: signatures, headers: signed } = vectors("signatures");
const OF_BODY = ["X-Service-Event", "X-Service-Environment", "X-Service-Livemode"];
const [SECRET, OTHER] = secrets.taken;

const caught = (work) => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
};

function assertRefused(work, reason) {
  const error = caught(work);
  assert.ok(error instanceof WebhookVerificationError);
  assert.equal(error.code, "signature_verification_failed");
  assert.equal(error.reason, reason);
  assert.equal(error.status, null);
  assert.ok(error.message.length > 20);
}

describe("a verifier says of each request what it is", () => {
  for (const one of cases) {
    test(`${one.name}: ${one.result}`, () => {
      const verifier = new WebhookVerifier(one.secrets, { now: () => new Date(one.now * 1_000) });
      const body = Buffer.from(one.bodyBase64 ?? one.body, one.bodyBase64 === undefined ? "utf8" : "base64");
      const forms = [one.headers, new Headers(one.headers), listed(one.headers)];
      const id = new Headers(one.headers).get("webhook-id");
      const check =
        one.result === "genuine"
          ? (headers) => assert.equal(verifier.verify(body, headers).id, id)
          : (headers) => assertRefused(() => verifier.verify(body, headers), one.result);
      for (const headers of forms) check(headers);
    });
  }

  const listed = (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
});

describe("headers are taken as servers and frameworks give them", () => {
  const [one] = cases;
  const verifier = new WebhookVerifier(one.secrets, { now: () => new Date(one.now * 1_000) });
  const pairs = Object.entries(one.headers);
  for (const { name, headers } of [
    ...spellings,
    { name: "a map", headers: new Map(pairs) },
    {
      name: "a map of lists in lower case",
      headers: new Map(pairs.map(([key, value]) => [key.toLowerCase(), [value]])),
    },
    { name: "pairs", headers: pairs },
    { name: "Node's rawHeaders", headers: pairs.flat() },
  ]) {
    test(name, () => assert.equal(verifier.verify(one.body, headers).id, one.headers["webhook-id"]));
  }
});

describe("the raw body", () => {
  const verifier = new WebhookVerifier(SECRET);
  const body = events[1].body;
  const headers = verifier.sign(body);

  test("may be text, bytes or a buffer", () => {
    const bytes = new TextEncoder().encode(body);
    for (const form of [body, bytes, Buffer.from(bytes), bytes.buffer]) {
      assert.equal(verifier.verify(form, headers).type, "payment.success");
    }
  });

  for (const [name, parsed] of Object.entries({
    "a parsed one": JSON.parse(body),
    "what express.raw gives for another content type": {},
    nothing: undefined,
    null: null,
  })) {
    test(`${name} is refused, and the message says what to hand over`, () => {
      assertRefused(() => verifier.verify(parsed, headers), "parsed_body");
      assert.match(caught(() => verifier.verify(parsed, headers)).message, /raw/);
    });
  }
});

test("headers that came twice are not ours", () => {
  const verifier = new WebhookVerifier(SECRET);
  const headers = verifier.sign("{}");
  const signature = headers["X-Service-Signature"];
  assertRefused(
    () => verifier.verify("{}", { ...headers, "X-Service-Signature": [signature, signature] }),
    "signature_mismatch",
  );
});

test("no headers, or the whole request in their place, is a missing header", () => {
  const verifier = new WebhookVerifier(SECRET);
  for (const headers of [undefined, null, { headers: verifier.sign("{}") }]) {
    assertRefused(() => verifier.verify("{}", headers), "missing_header");
  }
});

describe("an event is read from its body", () => {
  const verifier = new WebhookVerifier(SECRET);
  for (const { name, body, event } of events) {
    test(name, () => {
      const read = verifier.verify(body, verifier.sign(body, { id: "the id" }));
      const { unknown, ...rest } = event;
      const expected = Object.entries(rest).map(([key, value]) => {
        if (key === "amount_micros") return [camel(key), BigInt(value)];
        return [camel(key), /(timestamp|_at)$/.test(key) ? new Date(value) : value];
      });
      assert.deepEqual(read, { id: "the id", ...Object.fromEntries(expected), body: JSON.parse(body) });
      assert.deepEqual(
        Object.keys(read).filter((key) => key !== "id" && key !== "body"),
        expected.map(([key]) => key),
      );
    });
  }
  for (const { name, body } of refused) {
    test(`${name} is refused though it is signed`, () => {
      assertRefused(() => verifier.verify(body, verifier.sign(body)), "invalid_body");
    });
  }
});

describe("sign makes what the service sends", () => {
  for (const { name, secret, eventId: id, timestampSeconds, body, serviceSignature, standardSignature } of signatures) {
    test(name, () => {
      const headers = new WebhookVerifier(secret).sign(body, { id, timestamp: new Date(timestampSeconds * 1_000) });
      assert.equal(headers["X-Service-Signature"], serviceSignature);
      assert.equal(headers["webhook-signature"], standardSignature);
      assert.equal(headers["webhook-timestamp"], String(timestampSeconds));
      assert.equal(headers["Content-Type"], "application/json");
    });
  }

  test("all of its headers, in its order", () => {
    const { names, fixed, ofBody } = signed;
    const headers = new WebhookVerifier(SECRET).sign(ofBody[0].body);
    assert.deepEqual(Object.keys(headers), names);
    for (const [name, value] of Object.entries(fixed)) assert.equal(headers[name], value);
  });

  for (const { name, body, headers: expected } of signed.ofBody) {
    test(`event, environment and livemode of ${name}`, () => {
      const headers = new WebhookVerifier(SECRET).sign(body);
      const given = OF_BODY.filter((header) => header in headers).map((header) => [header, headers[header]]);
      assert.deepEqual(Object.fromEntries(given), expected);
      assert.equal(Object.keys(headers).length, 7 + given.length);
    });
  }

  test("none of these of a body that isn't UTF-8", () => {
    const body = Buffer.from('{"event":"\xff"}', "latin1");
    assert.equal(Object.keys(new WebhookVerifier(SECRET).sign(body)).length, 7);
  });

  test("with two secrets as during a rotation", () => {
    const headers = new WebhookVerifier([SECRET, OTHER]).sign("{}");
    assert.equal(headers["X-Service-Signature"], new WebhookVerifier(SECRET).sign("{}")["X-Service-Signature"]);
    assert.equal(headers["webhook-signature"].split(" ").length, 2);
  });
});

describe("verifySignature checks the one header", () => {
  for (const { name, secret, body, serviceSignature } of signatures) {
    test(name, () => {
      const verifier = new WebhookVerifier([OTHER, secret]);
      assert.equal(verifier.verifySignature(body, serviceSignature), undefined);
      assertRefused(() => verifier.verifySignature(`${body} `, serviceSignature), "signature_mismatch");
      assertRefused(() => verifier.verifySignature(body, ""), "missing_header");
      assertRefused(() => verifier.verifySignature(body, undefined), "missing_header");
      assertRefused(() => verifier.verifySignature({}, serviceSignature), "parsed_body");
    });
  }
});

describe("a verifier cannot be made without a proper secret", () => {
  const wrong = [
    ...secrets.refused,
    { name: "undefined", secret: undefined },
    { name: "no secrets", secret: [] },
    { name: "an empty one beside a proper one", secret: [SECRET, ""] },
  ];
  for (const { name, secret } of wrong) {
    test(name, () => {
      const error = caught(() => new WebhookVerifier(secret));
      assert.ok(error instanceof ConfigurationError);
      assert.equal(error.code, "invalid_configuration");
      assert.ok(!error.message.includes("AAECAw") && !error.message.includes("AbCdEf"));
    });
  }

  for (const secret of secrets.taken) {
    test(`${secret.slice(0, 12)}… is taken`, () => {
      assert.ok(new WebhookVerifier(secret) instanceof WebhookVerifier);
    });
  }

  test("nor with a tolerance that is none", () => {
    for (const toleranceSeconds of [0, -1, Number.NaN]) {
      assert.ok(caught(() => new WebhookVerifier(SECRET, { toleranceSeconds })) instanceof ConfigurationError);
    }
  });
});

test("another tolerance holds instead", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const verifier = new WebhookVerifier(SECRET, { toleranceSeconds: 10, now: () => now });
  const body = '{"event":"moon.risen"}';
  const at = (seconds) => verifier.sign(body, { timestamp: new Date(now.getTime() - seconds * 1_000) });
  assert.equal(verifier.verify(body, at(10)).type, "moon.risen");
  assertRefused(() => verifier.verify(body, at(11)), "timestamp_too_old");
});

test("webhooks of the running service arrive and are genuine, also while its secret is rotated", async (context) => {
  const received = [];
  await serve(
    context,
    (request, response, body) => {
      received.push({ headers: request.headers, body });
      response.end();
    },
    service.webhookPort,
  );
  const till = client();
  const payOne = async () => {
    const { id } = await till.intents.create({ amountUsdt: "12.50" });
    await till.sandbox.simulate(id);
    return waitFor("payment.success", () => received.find((one) => isOf(one, "payment.success", id)));
  };
  const isOf = ({ headers, body }, type, id) => headers["x-service-event"] === type && body.includes(id);

  const first = await payOne();
  const event = new WebhookVerifier(service.secret).verify(first.body, first.headers);
  assert.equal(event.type, "payment.success");
  assert.equal(event.amountUsdt, "12.5");
  assert.equal(event.terminalName, "Front desk");
  assert.equal(event.simulated, true);
  assert.equal(event.id, first.headers["x-service-event-id"]);
  assertRefused(() => new WebhookVerifier(OTHER).verify(first.body, first.headers), "signature_mismatch");

  const { webhook_secret: next } = await control("admin", "rotate-webhook-secret", "--endpoint", service.endpointId);
  const both = new WebhookVerifier([service.secret, next]);
  const during = await payOne();
  assert.equal(both.verify(during.body, during.headers).type, "payment.success");
  assert.equal(new WebhookVerifier(service.secret).verify(during.body, during.headers).type, "payment.success");

  await control("admin", "activate-webhook-secret", "--endpoint", service.endpointId);
  const after = await payOne();
  assert.equal(both.verify(after.body, after.headers).type, "payment.success");
  assertRefused(() => new WebhookVerifier(service.secret).verify(after.body, after.headers), "signature_mismatch");
});

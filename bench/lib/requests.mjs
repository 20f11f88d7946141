export const STATUS_PATH = "/api/v1/intent-status?id=";
export const CREATE_PATH = "/api/v1/create-payment-intent";

/** Bodies of ordinary sales, up to 200.00. */
export const CREATE_BODIES = Array.from({ length: 2_000 }, (_, n) =>
  JSON.stringify({ amount_usdt: (((n * 7_919) % 20_000) + 1) / 100 }),
);

/** The same sales as prices in a currency. */
export const PRICED_BODIES = CREATE_BODIES.map((body) =>
  JSON.stringify({ amount: JSON.parse(body).amount_usdt.toFixed(2), currency: "EUR" }),
);

/** A URL for endpoints whose deliveries are never sent. */
export const NOWHERE = "http://127.0.0.1:9/hook";

/** The load of a terminal that creates payments without a pause. */
export function createLoad(bench, service, key) {
  return {
    url: service.url,
    path: CREATE_PATH,
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    lines: bench.writeLines("create.txt", CREATE_BODIES),
    connections: 32,
    seconds: bench.seconds,
  };
}

/** The load of waiting customers, each with their own payment. */
export function statusLoad(bench, server, ids) {
  return {
    url: server.url,
    path: STATUS_PATH,
    lines: bench.writeLines("status.txt", ids),
    connections: 32,
    seconds: bench.seconds,
  };
}

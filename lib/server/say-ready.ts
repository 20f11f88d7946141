import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { env } from "@/lib/env";
import type { Service } from "@/lib/server/boot";
import { quoted } from "@/lib/server/running";

/** The line that scripts wait for and, while there is no merchant yet, what to do next. */
export async function sayReady({ db, embedded }: Service, root: string): Promise<void> {
  const { APP_URL, SIGNUP } = env();
  const [row] = await db.sql<[{ merchants: number }]>`
    select count(*)::int as merchants from (select from merchants where not is_demo limit 1) m`;
  const mayAnybody = SIGNUP === "auto" || SIGNUP === "open";
  const ready = `Till is ready at ${APP_URL}`;
  if (row.merchants > 0) return console.log(ready);
  console.log(`${ready}

No merchant yet. ${mayAnybody ? `Make yours at ${APP_URL}/sign-up, or` : "Make one"} in a second terminal${settingsToRepeat(embedded, root)}:

  ${settingsInFront(root)}npm run --silent admin -- create-merchant \\
    --name "Corner Shop" --terminal "Front desk" \\
    --email you@example.com --password "a long pass phrase" \\
    --webhook-url http://localhost:8080/hooks

It prints the terminal's sandbox key and the webhook secret, this once. Then ask for a first payment, open the
checkout_url of the answer and play the customer there:

  curl ${APP_URL}/api/v1/create-payment-intent \\
    -H "Authorization: Bearer svc_test_…" \\
    -H "Content-Type: application/json" \\
    -d '{"amount_usdt": 12.5, "reference": "order-1042"}'

The API is described at ${APP_URL}/docs/api.
`);
}

/** What a second terminal does not have by itself: the data folder, when this shell names it and `.env` does not. */
function settingsInFront(root: string): string {
  const { DATA_DIR } = process.env;
  return DATA_DIR && !keptSettings(root).DATA_DIR ? `DATA_DIR=${quoted(path.resolve(root, DATA_DIR))} ` : "";
}

/** Secrets are named and not printed. */
function settingsToRepeat(embedded: boolean, root: string): string {
  return embedded || keptSettings(root).DATABASE_URL ? "" : " with the same DATABASE_URL and ENCRYPTION_KEY";
}

function keptSettings(root: string): NodeJS.Dict<string> {
  const file = path.join(root, ".env");
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { adminCommand } from "@/lib/base/process/admin-command";
import { env } from "@/lib/base/process/env";
import type { Service } from "@/lib/service/server/boot";
import { quoted } from "@/lib/service/server/running";

/** Prints the line that scripts wait for and, until the first merchant exists, the next steps. */
export async function sayReady({ db, embedded }: Service, root: string): Promise<void> {
  const { APP_URL, SIGNUP, TILL_ROLE, PORT } = env();
  if (TILL_ROLE === "engine") return console.log(`Till's engine is ready at http://localhost:${PORT}`);
  const [row] = await db.sql<[{ merchants: number }]>`
    select count(*)::int as merchants from (select from merchants where not is_demo limit 1) m`;
  const isOpen = SIGNUP === "auto" || SIGNUP === "open";
  const ready = `Till is ready at ${APP_URL}`;
  if (row.merchants > 0) return console.log(ready);
  console.log(`${ready}

Next, create your business${isOpen ? ` at ${APP_URL}/sign-up, or` : ""} in a second terminal window${settingsToRepeat(embedded, root)}:

  ${settingsInFront(root)}${adminCommand("create-merchant")} \\
    --name "Corner Shop" --terminal "Front desk" \\
    --email you@example.com --password "a long pass phrase" \\
    --webhook-url http://localhost:8080/hooks

The output contains the webhook secret and the sandbox key, which is shown only once. Then create a payment, open its
checkout_url and simulate the customer's payment there:

  curl ${APP_URL}/api/v1/create-payment-intent \\
    -H "Authorization: Bearer svc_test_…" \\
    -H "Content-Type: application/json" \\
    -d '{"amount_usdt": 12.5, "reference": "order-1042"}'

API reference: ${APP_URL}/docs/api
`);
}

/** Returns the data folder if it is set in this shell but not in `.env`, since a second terminal window lacks it. */
function settingsInFront(root: string): string {
  const { DATA_DIR } = process.env;
  return DATA_DIR && !keptSettings(root).DATA_DIR ? `DATA_DIR=${quoted(path.resolve(root, DATA_DIR))} ` : "";
}

/** Names the secrets without printing them. */
function settingsToRepeat(embedded: boolean, root: string): string {
  return embedded || keptSettings(root).DATABASE_URL ? "" : " with the same DATABASE_URL and ENCRYPTION_KEY";
}

function keptSettings(root: string): NodeJS.Dict<string> {
  const file = path.join(root, ".env");
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

import { expect, it } from "vitest";
import { requireNetwork } from "@/lib/base/context/network";
import { readSettings } from "@/lib/base/context/settings";
import { database } from "@/lib/base/db/client";
import { raiseAlarm } from "@/lib/chain/nodes/alarms";
import type { Command } from "@/scripts/admin/command";
import { COMMANDS } from "@/scripts/admin/commands";
import { withSettings } from "@/tests/support/accounts";

const run = (name: string, options: Record<string, unknown> = {}) =>
  (COMMANDS[name] as Command).run(database(), options, new AbortController().signal);

/** What the operator has done to the whole installation, the oldest first. */
const entries = () => database().sql<{ action: string; before: unknown; after: unknown }[]>`
  select action, before, after from audit_log
   where merchant_id is null and actor_type = 'system' and actor_id = 'admin' order by created_at, id`;

it("an operator's command that changes the whole installation is in the audit log, and an alarm that wasn't active isn't", async () => {
  await withSettings({ TRON_RPC_URLS: "http://127.0.0.1:9/jsonrpc" }, async () => {
    const network = requireNetwork(readSettings()).id;
    expect(await run("clear-alarm", { kind: "canary" })).toEqual({ kind: "canary", cleared: false });
    expect(await entries()).toEqual([]);
    await raiseAlarm(database().sql, { network, kind: "canary", message: "The node left out transfers." });
    expect(await run("clear-alarm", { kind: "canary" })).toEqual({ kind: "canary", cleared: true });
    expect(await run("rest-addresses")).toEqual({ addresses: 0 });
    expect(await run("re-encrypt")).toMatchObject({ left: {} });
  });
  expect(await entries()).toEqual([
    { action: "chain.alarm_cleared", before: { kind: "canary" }, after: null },
    { action: "addresses.rested", before: null, after: { addresses: 0 } },
    { action: "secrets.re_encrypted", before: null, after: { hash: expect.stringMatching(/^[0-9a-f]{8}$/) } },
  ]);
});

import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { GET as exportPayments } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/export/route";
import { GET as exportReport } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/reports/export/route";
import { GET as exportAudit } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/audit/export/route";
import { GET as exportFunds } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/funds/export/route";
import { database } from "@/lib/base/db/client";
import { HEAVY_READS_AT_ONCE } from "@/lib/base/pacing/heavy-reads";
import { deriveSecret } from "@/lib/base/process/secrets";
import { deviceOf, newPerson } from "@/tests/support/accounts";
import { answerRoute } from "@/tests/support/answer-route";
import { createMerchantFixture } from "@/tests/support/fixtures";

type Route = typeof exportReport;

const ROUTES: [Route, string][] = [
  [exportReport, "reports/export?from=2024-01-01&to=2024-12-31"],
  [exportPayments, "payments/export"],
  [exportAudit, "settings/audit/export"],
  [exportFunds, "settlement/funds/export"],
];

/** A member with enough terminals for a long report, who asks for files of their business. */
async function newMember() {
  const { merchantId } = await createMerchantFixture();
  await database().sql`
    insert into terminals (merchant_id, name) select ${merchantId}, 'Till ' || n from generate_series(1, 20) n`;
  const person = await newPerson();
  await database().sql`
    insert into memberships (merchant_id, user_id, role) values (${merchantId}, ${person.id}, 'owner')`;
  const { sessionId } = await deviceOf(person);
  const token = await encode({ token: { sessionId }, secret: deriveSecret("session cookies") });
  return (route: Route, path: string, init: { method?: string; signal?: AbortSignal } = {}) => {
    const url = `http://localhost:3000/dashboard/${merchantId}/sandbox/${path}`;
    const request = new NextRequest(url, { ...init, headers: { cookie: `next-auth.session-token=${token}` } });
    return answerRoute(route as never, request, { merchant: merchantId, environment: "sandbox" });
  };
}

const statusOf = async (answer: Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

it("every export counts until it is read, and more than a few of a member are refused in words", async () => {
  const ask = await newMember();
  const open = await Promise.all(ROUTES.map(([route, path]) => ask(route, path)));
  expect(open.map(({ status }) => status)).toEqual(ROUTES.map(() => 200));
  expect(open).toHaveLength(HEAVY_READS_AT_ONCE);
  for (const [route, path] of ROUTES) {
    const refused = await ask(route, path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await refused.text()).toBe(
      "You have 4 reports or exports under way, the most at a time. Wait until one has finished, then try again.\n",
    );
  }
  const other = await newMember();
  expect(await statusOf(other(exportReport, "reports/export"))).toBe(200);

  const [report] = open as [Response];
  expect((await report.text()).trimEnd().split("\r\n")).toHaveLength(1 + 366 * 21);
  const again = await ask(exportPayments, "payments/export");
  expect(again.status).toBe(200);
  expect(await statusOf(ask(exportAudit, "settings/audit/export"))).toBe(429);
  for (const { body } of [again, ...open.slice(1)]) await body?.cancel();
  expect(await statusOf(ask(exportAudit, "settings/audit/export"))).toBe(200);
});

it("an export of which nothing is read, that is given up or that is refused doesn't count", async () => {
  const ask = await newMember();
  const year = "reports/export?from=2024-01-01&to=2024-12-31";
  for (let n = 0; n <= HEAVY_READS_AT_ONCE; n++) {
    const head = await ask(exportReport, year, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const gone = new AbortController();
    expect((await ask(exportReport, year, { signal: gone.signal })).status).toBe(200);
    gone.abort();
    expect(await statusOf(ask(exportReport, "reports/export?from=2023-01-01&to=2024-12-31"))).toBe(400);
  }
  expect(await statusOf(ask(exportReport, year))).toBe(200);
});

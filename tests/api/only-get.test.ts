import { expect, it } from "vitest";
import * as live from "@/app/api/health/live/route";
import * as ready from "@/app/api/health/ready/route";
import * as logo from "@/app/logo/[merchant]/[digest]/route";
import * as metrics from "@/app/metrics/route";

it.each(Object.entries({ live, ready, logo, metrics }))("%s is only read", async (_name, route) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
    const answer = route[method](new Request("http://localhost/", { method }));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.json()).toEqual({
      error: `${method} isn't supported here. Use GET, HEAD.`,
      code: "method_not_allowed",
    });
  }
});

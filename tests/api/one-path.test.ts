import { describe, expect, it } from "vitest";
import { z } from "zod";
import { declareKeyed, declarePublic, onOnePath } from "@/lib/service/api/declare";
import { noInput } from "@/lib/service/api/input";

describe("endpoints on one path", () => {
  const Done = z.object({ done: z.boolean() });
  const answer = { schema: Done, description: "Done.", example: () => ({ done: true }) };
  const operation = (id: string) => ({ id, summary: id, description: id, input: noInput });
  const common = { path: "/things/{id}", tag: "Reports", limit: null, answer } as const;
  const [get, remove] = onOnePath(
    declarePublic({
      ...common,
      errors: [],
      operations: { GET: operation("getThing") },
      verb: async () => true,
      present: (done) => ({ done }),
    }),
    declareKeyed({
      ...common,
      errors: [],
      scope: "webhooks:write",
      operations: { PATCH: operation("changeThing"), DELETE: operation("deleteThing") },
      verb: async () => false,
      present: (done) => ({ done }),
    }),
  );
  const ask = (method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") =>
    get.handlers[method](new Request("http://localhost/api/v1/things/7", { method }));

  it("share their handlers, each method with its own answer", async () => {
    expect(get.handlers).toBe(remove.handlers);
    expect(await (await ask("GET")).json()).toEqual({ done: true });
    expect((await ask("HEAD")).status).toBe(200);
    expect((await ask("PATCH")).status).toBe(401);
    expect((await ask("DELETE")).status).toBe(401);
  });

  it.each(["POST", "PUT"] as const)("%s answers 405 and allows every method of them", async (method) => {
    const refused = await ask(method);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, PATCH, DELETE, OPTIONS"]);
    expect(await refused.json()).toMatchObject({ code: "method_not_allowed" });
  });

  it("OPTIONS allows them too", async () => {
    const answered = await ask("OPTIONS");
    expect([answered.status, answered.headers.get("allow")]).toEqual([204, "GET, HEAD, PATCH, DELETE, OPTIONS"]);
  });
});
